// The licences of the packages that a bundle holds, since their texts ask to go wherever the code goes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of `dist/LICENSES.txt` for the files that are bundled. A package without a licence is an error. */
export async function licencesOf(root, inputs) {
  const folders = [...new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined))].sort();
  const parts = await Promise.all(folders.map((folder) => describe(root, folder)));
  return `examctl is built with these packages.\n\n${[...new Set(parts)].join('\n')}`;
}

/** `node_modules/a/node_modules/@b/c` of a file below it. */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

async function describe(root, folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const entries = await readdir(join(root, folder));
  const file = entries.find((entry) => /^licen[cs]e/i.test(entry));
  const readme = entries.find((entry) => /^readme/i.test(entry));
  const read = async (name) => (await readFile(join(root, folder, name), 'utf8')).trim();
  // Some packages have the text in their README alone: as its last section.
  const text = file ? await read(file) : readme && /^#+ licen[cs]e\s+([\s\S]*)/im.exec(await read(readme))?.[1];
  if (!text) throw new Error(`${folder} is bundled but has no licence`);
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
}
