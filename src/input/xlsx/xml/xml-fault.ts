/**
 * A fault in the XML of a part. The message continues a sentence that begins with the part's name, and quotes no text.
 */
export class XmlFault extends Error {}
