/** Masks a text: a reader who has it recognises it, and nobody else learns it. The length of the mask is fixed. */
export function mask(text: string, dot = '•'): string {
  return `${String.fromCodePoint(text.trim().codePointAt(0) ?? 0x20)}${dot.repeat(MASK_LENGTH)}`;
}

const MASK_LENGTH = 5;
