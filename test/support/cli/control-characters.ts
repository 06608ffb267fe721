/** Control characters that a terminal obeys, and a text with all of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
export const LIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
export const EVIL = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil';
