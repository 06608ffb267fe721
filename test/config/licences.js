// The licences of the packages that a bundle holds, since their texts ask to go wherever the code goes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of `dist/LICENSES.txt` for the inputs of an esbuild metafile. A package without a licence file is an error. */
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
  const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${folder} is bundled but has no licence file`);
  const text = (await readFile(join(root, folder, file), 'utf8')).trim();
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}\n`;
}
