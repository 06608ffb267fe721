/** What is wrong with the XML of a part, as the end of a sentence that begins with its name. Holds nothing of the text. */
export class XmlFault extends Error {}
