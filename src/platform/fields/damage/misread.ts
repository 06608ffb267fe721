/** Restores text in UTF-8 that a program has read in another encoding. */

/** The characters A0 to FF of Latin-1 and of windows-1252. */
const LATIN = String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 0xa0 + at));

/** The characters of the bytes 80 to FF in each encoding. */
const READ_AS = {
  'iso-8859-1': String.fromCharCode(...Array.from({ length: 32 }, (_, at) => 0x80 + at)) + LATIN,
  'windows-1252': `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${LATIN}`,
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
};

const BYTES = Object.values(READ_AS).map((characters) => new Map([...characters].map((one, at) => [one, 0x80 + at])));

/**
 * The letters of European languages and of Vietnamese, and usual signs. A reading with other characters is probably
 * wrong.
 */
const PLAUSIBLE =
  /^[\p{ASCII}\u00a0ªº°·À-ÖØ-öø-ſƠơƯưȘ-țẀ-ẅẞẠ-ỹ‘’‚“”„–—…€\ufeff\u0386-\u03ce\u0400-\u045f\u0490\u0491]*$/u;

/** Returns the original text; `undefined` if no encoding, or more than one, leads to a plausible text. */
export function readAgain(text: string): string | undefined {
  const readings = new Set(BYTES.map((byteOf) => readAs(text, byteOf)).filter((read) => read !== undefined));
  const [only] = readings;
  return readings.size === 1 ? only : undefined;
}

/** Converts each character to its byte in the wrong encoding, and reads the bytes as UTF-8. */
function readAs(text: string, byteOf: ReadonlyMap<string, number>): string | undefined {
  let bytes = '';
  for (const character of text) {
    const code = character.charCodeAt(0);
    const byte = code < 0x80 ? code : byteOf.get(character);
    if (byte === undefined) return undefined;
    bytes += `%${byte.toString(16).padStart(2, '0')}`;
  }
  try {
    // Throws if the bytes are not valid UTF-8.
    const read = decodeURIComponent(bytes);
    return PLAUSIBLE.test(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
