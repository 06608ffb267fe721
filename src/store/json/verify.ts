import { assertStore } from './folder.ts';
import { openJsonStore } from './store.ts';
import { readTokens } from './tokens.ts';

/**
 * Reads every byte of the store in a folder, as opening does, and lists what is damaged. It takes no lock and changes
 * nothing. Throws if there is no store to check.
 */
export async function verifyJsonStore(path: string): Promise<readonly string[]> {
  await assertStore(path);
  const problems: string[] = [];
  const note = (error: unknown) => void problems.push(error instanceof Error ? error.message : String(error));
  await openJsonStore(path, { mode: 'read' })
    .then((store) => store.close())
    .catch(note);
  try {
    readTokens(path);
  } catch (error) {
    note(error);
  }
  return problems;
}
