// Writes the linter rules and the table of docs/project/architecture.md from the table of rooms.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FILES, ROOMS } from './rooms.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BIOME = `${root}node_modules/@biomejs/biome/bin/biome`;

/** The settings of the linter, with the rules of the rooms in place of those that stand there. */
export function withRoomRules(settings) {
  const others = settings.overrides.filter(({ linter }) => linter.rules.style?.noRestrictedImports === undefined);
  // The last override that fits a file counts: a room within another comes after it.
  const inner = ROOMS.filter(({ name }) => ROOMS.some((room) => room.name !== name && isWithin(name, room.name)));
  const rooms = [...ROOMS.filter((room) => !inner.includes(room)), ...inner];
  return {
    ...settings,
    overrides: [
      ...others,
      ...rooms.map((room) => override(room, `${room.name}/**`)),
      ...FILES.map((file) => override(file, `${file.name}.ts`)),
    ],
  };
}

function override(room, path) {
  return {
    includes: [`**/src/${path}`],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: { patterns: [{ group: refused(room), message: messageOf(room) }] },
          },
        },
      },
    },
  };
}

function messageOf({ name, imports, files }) {
  const allowed = [...imports, ...files.map((file) => `${file}.ts`)];
  return allowed.length === 0 ? `${name} imports no other room.` : `${name} may import ${allowed.join(', ')}.`;
}

/** Patterns of import paths. Within one folder a path names only the last part: `../check/validate.ts`. */
function refused(room) {
  const parent = room.name.split('/').slice(0, -1).join('/');
  const patterns = ROOMS.filter(
    ({ name }) => !isWithin(room.name, name) && !isWithin(name, room.name) && !room.imports.includes(name),
  ).map(({ name }) =>
    parent !== '' && name.startsWith(`${parent}/`) ? `../${name.slice(parent.length + 1)}/**` : `**/${name}/**`,
  );
  const allowed = room.imports
    .filter((name) => !ROOMS.some((other) => other.name === name))
    .map((name) => `!**/${name}.ts`);
  const files = FILES.filter(({ name }) => name !== room.name && !room.files.includes(name)).map(({ name }) => name);
  return [...patterns, `**/{${files.join(',')}}.ts`, ...allowed].filter((pattern) => pattern !== '**/{}.ts');
}

function isWithin(name, room) {
  return name === room || name.startsWith(`${room}/`);
}

/** The page with the table in place of the one that stands there. */
export function withRoomTable(page) {
  const rows = [
    ...ROOMS.map(({ name, ...room }) => ({ name: `${name}/`, ...room })),
    ...FILES.map(({ name, ...file }) => ({ name: `${name}.ts`, ...file })),
  ].map(({ name, holds, imports, files }) => {
    const allowed = [...imports, ...files.map((file) => `${file}.ts`)];
    return `| \`${name}\` | ${holds} | ${allowed.join(', ') || 'nothing'} |`;
  });
  const table = ['| Room | Holds | May import |', '| --- | --- | --- |', ...rows].join('\n');
  return page.replace(/(<!-- rooms -->\n)[\s\S]*?(<!-- end of rooms -->)/, `$1\n${table}\n\n$2`);
}

async function rewrite(file, change) {
  await writeFile(`${root}${file}`, change(await readFile(`${root}${file}`, 'utf8')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rewrite('.biome.json', (text) => `${JSON.stringify(withRoomRules(JSON.parse(text)), null, 2)}\n`);
  execFileSync(process.execPath, [BIOME, 'format', '--write', '.biome.json'], { cwd: root, stdio: 'ignore' });
  await rewrite('docs/project/architecture.md', withRoomTable);
}
