import { decodeEscapes, trimXmlSpace } from './text.ts';
import type { XmlReader, XmlToken } from './xml-reader.ts';

/**
 * The text of a cell, which may be made of runs with fonts of their own. What says how it is pronounced is no part of
 * it. Takes the tokens within `si` or `is`.
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

  /** The text so far, which is then forgotten. */
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
