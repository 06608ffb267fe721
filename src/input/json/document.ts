/** Reads a file that is one JSON object. Refuses files with several records, which other commands read. */
import { ExamctlError, InputError } from '../../errors.ts';
import { peekText } from '../bytes/text.ts';
import type { JsonRecord } from '../port.ts';
import { openSource, type Source } from '../source.ts';
import { openJson } from './reader.ts';

const HINT = 'The file holds one object, which begins with { and ends with the file.';

/** Returns the object of a file, or of standard input for `-`, with its first line. Reads the file to its end. */
export async function readJsonDocument(path: string, stdin: NodeJS.ReadableStream): Promise<JsonRecord> {
  const source = openSource(path, stdin);
  try {
    await refuseOthers(source);
    return await readOnly(source);
  } finally {
    await source.close();
  }
}

/** Refuses lists and texts. Without this, a list with a single entry would be read as this entry. */
async function refuseOthers(source: Source): Promise<void> {
  const text = await peekText(source, {});
  const blank = /^\s*/.exec(text)?.[0] ?? '';
  const found = OTHERS[text[blank.length] ?? ''];
  if (found === undefined) return;
  const place = { file: source.file, line: blank.split(/\r\n|\n|\r/).length };
  throw new InputError(place, `expected one JSON object, found ${found}`, { hint: HINT });
}

/** The names of other JSON values, by their first character. */
const OTHERS: Readonly<Record<string, string>> = { '[': 'a list', '"': 'a text' };

async function readOnly(source: Source): Promise<JsonRecord> {
  const { records } = await openJson(source, {});
  let document: JsonRecord | undefined;
  try {
    for await (const record of records) document ??= record;
  } catch (error) {
    if (document === undefined || !(error instanceof ExamctlError)) throw error;
    const { place = { file: source.file } } = error instanceof InputError ? error : {};
    throw new InputError(place, 'there is more after the end of the JSON object', { hint: HINT, cause: error });
  }
  if (document === undefined) throw new InputError({ file: source.file }, 'there is no JSON object', { hint: HINT });
  return document;
}
