import { decodeEscapes, trimXmlSpace } from './text.ts';
import type { XmlReader, XmlToken } from './xml-reader.ts';

/**
 * Collects the text of a cell from the tokens within `si` or `is`. The text may consist of runs with different fonts.
 * Phonetic text, which shows the pronunciation, is left out.
 */
export class RichText {
  #text = '';
  #run = '';
  #isIn = false;
  #keepsSpace = false;
  #phonetic = 0;

  take(xml: XmlReader, token: XmlToken): void {
    if (token === 'text') {
      if (this.#isIn) this.#run += xml.text();
    } else if (xml.name === 'rPh') {
      this.#phonetic += token === 'open' ? 1 : -1;
    } else if (xml.name === 't' && this.#phonetic === 0) {
      if (token === 'open') this.#begin(xml);
      else this.#end();
    }
  }

  /** Returns the text so far, and begins a new one. */
  finish(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #begin(xml: XmlReader): void {
    [this.#isIn, this.#keepsSpace, this.#run] = [true, false, ''];
    while (xml.nextAttribute()) if (xml.attribute === 'space') this.#keepsSpace = xml.value() === 'preserve';
  }

  #end(): void {
    this.#isIn = false;
    this.#text += decodeEscapes(this.#keepsSpace ? this.#run : trimXmlSpace(this.#run));
  }
}
