// Runs every benchmark of test/bench, or those named: `npm run bench -- store`. Arguments after `--` go to each of them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../bench', import.meta.url));
const given = process.argv.slice(2);
const cut = given.includes('--') ? given.indexOf('--') : given.length;
const [names, args] = [given.slice(0, cut), given.slice(cut + 1)];
const benches = readdirSync(folder).filter((file) => file.endsWith('.js'));
for (const file of benches.filter((bench) => names.length === 0 || names.includes(bench.replace(/\.js$/, '')))) {
  console.log(`\n${file} ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [`${folder}/${file}`, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
