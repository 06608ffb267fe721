/** Text in UTF-8 that was read in another encoding. */

/** What Latin-1 has behind its control characters, and windows-1252 as well. */
const LATIN = String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 0xa0 + at));

/** The characters of the bytes from 80 on. */
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

/** Letters that European languages and Vietnamese have, and signs that stand between them. Other letters show a wrong reading. */
const PLAUSIBLE =
  /^[\p{ASCII}\u00a0ªº°·À-ÖØ-öø-ſƠơƯưȘ-țẀ-ẅẞẠ-ỹ‘’‚“”„–—…€\ufeff\u0386-\u03ce\u0400-\u045f\u0490\u0491]*$/u;

/** `undefined` where no reading of the text is UTF-8 that makes sense, or several are. */
export function readAgain(text: string): string | undefined {
  const readings = new Set(BYTES.map((byteOf) => readAs(text, byteOf)).filter((read) => read !== undefined));
  const [only] = readings;
  return readings.size === 1 ? only : undefined;
}

/** Each character is one byte, so that the reading, read wrongly again, is the text. */
function readAs(text: string, byteOf: ReadonlyMap<string, number>): string | undefined {
  let bytes = '';
  for (const character of text) {
    const code = character.charCodeAt(0);
    const byte = code < 0x80 ? code : byteOf.get(character);
    if (byte === undefined) return undefined;
    bytes += `%${byte.toString(16).padStart(2, '0')}`;
  }
  try {
    // Takes valid UTF-8 only.
    const read = decodeURIComponent(bytes);
    return PLAUSIBLE.test(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
