/** The bytes of line ends. CR and LF together end one line, also if a chunk ends between them. */
export const LF = 0x0a;
export const CR = 0x0d;

/** Means that there was no CR. The last byte of the previous chunk has the position -1. */
export const NO_CR = -2;
