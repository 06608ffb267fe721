import { extname } from 'node:path';
import type { InputFormat } from './port.ts';

const FORMATS_BY_ENDING: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** The format that a path's ending names, if it names one. */
export function formatOfPath(path: string): InputFormat | undefined {
  return FORMATS_BY_ENDING[extname(path).toLowerCase()];
}

/**
 * The format that a file seems to have from its beginning. A first line that is a whole object, or longer than the
 * beginning, means NDJSON, which also reads a file of that one line; pretty-printed JSON breaks its first object off.
 */
export function formatOfText(beginning: string): InputFormat {
  const text = beginning.trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  return firstLine === text || isJson(firstLine) ? 'ndjson' : 'json';
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
