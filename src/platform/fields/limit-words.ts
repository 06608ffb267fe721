/** The limits and the meaning of a field in words, for the reference and for templates. */
import type { Field } from './field.ts';
import { FORMATS } from './formats.ts';
import { rangeWords } from './value-faults.ts';

export function limitWords(field: Field): string {
  switch (field.kind) {
    case 'text':
      return textLimits(field).join('; ');
    case 'integer':
    case 'decimal':
      return rangeWords(field).trim();
    case 'date-time':
      return 'RFC 3339';
    case 'list':
      return [
        ...(field.max === undefined ? [] : [`at most ${field.max}`]),
        ...(field.unique === undefined ? [] : ['no duplicates']),
        ...(limitWords(field.of) === '' ? [] : [`each: ${limitWords(field.of)}`]),
      ].join('; ');
    default:
      return '';
  }
}

function textLimits({ min, max, pattern, format, noSpaces, nonEmpty }: Extract<Field, { kind: 'text' }>): string[] {
  return [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(pattern === undefined ? [] : [pattern.words]),
    ...(format === undefined ? [] : [FORMATS[format].words.replace(/^is not /, '')]),
    ...(noSpaces ? ['no spaces'] : []),
    ...(nonEmpty ? ['not empty'] : []),
  ];
}

export function meaningWords(field: Field): string {
  if (field.kind === 'text' && field.secret) return `${field.meaning}. Secret`;
  return field.personal ? `${field.meaning}. Personal` : field.meaning;
}
