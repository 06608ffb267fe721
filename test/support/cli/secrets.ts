/** A known token and a known password, and the search for them in all output of a program. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workspace } from './workspace.ts';

export const TOKEN = 'examctl_canary/Tok3n+sings&not';
export const PASSWORD = 'Canary"Passw0rd<sings>not';

export const USERS = [
  'ExternalId,FirstName,LastName,Email,Password',
  `u-1,Ada,Byron,ada@example.org,"${PASSWORD.replaceAll('"', '""')}"`,
  `u-2,Bob,Byron,bob@example.org,"${PASSWORD.replaceAll('"', '""')}"`,
  '',
].join('\n');

/** Returns a secret unchanged, and in the forms of JSON, HTML, URLs and CSV. */
function spellings(secret: string): string[] {
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, json.replaceAll('/', '\\/'), html, encodeURIComponent(secret), secret.replaceAll('"', '""')];
}

export function expectSilent(where: string, text: string, secrets = [TOKEN, PASSWORD]): void {
  for (const secret of secrets.flatMap(spellings)) {
    expect(text.includes(secret), `${where} holds ${secret}:\n${text.slice(0, 2_000)}`).toBe(false);
  }
}

/** Returns all files of the folder but the named ones. */
export async function expectSilentFiles(
  { folder }: Workspace,
  except: readonly string[],
  secrets?: string[],
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !except.includes(entry.name));
  for (const { parentPath, name } of files) {
    expectSilent(name, await readFile(join(parentPath, name), 'latin1'), secrets);
  }
  return files.map(({ name }) => name);
}
