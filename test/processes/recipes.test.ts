/** The recipes: their files are well formed, and what they run does what they say, on a server that stands for the platform. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveCommand } from '../../src/commands/serve/serve.ts';
import { PAGE_TIMEOUT_MS, type RanPage, ROOT, runSteps } from '../support/docs/page.ts';

const textOf = (name: string) => readFile(join(ROOT, 'docs/recipes', name), 'utf8');

interface Job {
  readonly steps?: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: { readonly path?: string };
  }[];
  readonly cache?: object;
  readonly script?: readonly string[];
  readonly environment?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const GITHUB = parse(await textOf('github.yml')) as { readonly jobs: Readonly<Record<string, Job>> };
const { default: GITLAB_DEFAULT, ...GITLAB } = parse(await textOf('gitlab.yml')) as Readonly<Record<string, Job>>;

const INSTALL = 'npm install --global --ignore-scripts "$EXAMCTL_PACKAGE"';
const commandsOf = ({ steps = [], script = [] }: Job) =>
  [...steps.flatMap(({ run }) => run ?? []), ...script].filter((command) => command !== INSTALL);

const CACHED = ['.examctl/runs/order.ndjson', '.examctl/runs/*Z-??????.ndjson'];
/** What a new runner has of the one before: the cache. Only the store stays, which stands for the platform. */
const NEW_RUNNER = `mkdir cache && mv ${CACHED.join(' ')} cache/ && rm -r .examctl/runs && mv cache .examctl/runs`;

/** As the jobs of a pipeline run them, the second pipeline on what the cache of the first has kept. */
const COMMANDS = [GITHUB.jobs, GITLAB].flatMap((jobs) =>
  ['validate', 'push', 'nightly'].flatMap((name) => commandsOf(jobs[name] ?? {})),
);
const STEPS = [
  'examctl local init --example',
  '(umask 077; examctl local token add > token.txt)',
  'examctl serve --port 8787 &',
  'export EXAMCTL_BASE_URL=http://127.0.0.1:8787 EXAMCTL_TOKEN=$(cat token.txt)',
  'mkdir lists && cp fixtures/sittings.csv lists/ && examctl template users --example > lists/users.csv',
  ...COMMANDS,
  ...['cp lists/sittings.csv kept.csv', 'cp fixtures/sittings-faulty.csv lists/sittings.csv', 'rm users.xml'],
  `(${commandsOf(GITLAB['validate'] ?? {}).join('; ')}) # exits 1`,
  'test -f users.xml && mv kept.csv lists/sittings.csv',
  NEW_RUNNER,
  `MAX_CHANGES=0 && ${commandsOf(GITHUB.jobs['nightly'] ?? {}).join(' && ')}`,
  'GITHUB_ACTIONS=true examctl validate schedules fixtures/sittings-faulty.csv # exits 3',
  'examctl schedule push lists/sittings.csv --upsert --no-input --max-changes 39 # exits 8',
].map((line) => {
  const [, command = line, exitCode = '0'] = /^(.*?) # exits (\d+)$/.exec(line) ?? [];
  return { command, exitCode: Number(exitCode) };
});

let ran: RanPage;
beforeAll(async () => {
  ran = await runSteps(STEPS, { isShort: true });
}, PAGE_TIMEOUT_MS);
afterAll(() => ran.remove());

describe('the pipelines', () => {
  test('install in every job, and each has a check, a push and a nightly sync', () => {
    for (const { steps = [] } of Object.values(GITHUB.jobs)) expect(steps.map(({ run }) => run)).toContain(INSTALL);
    expect(GITLAB_DEFAULT).toMatchObject({ before_script: [INSTALL] });
    expect(Object.keys(GITHUB.jobs)).toEqual(['validate', 'push', 'nightly']);
    expect(Object.keys(GITLAB)).toEqual(['validate', 'push', 'nightly']);
    expect(COMMANDS).toHaveLength(9);
  });

  test('give the token to the jobs behind the gate alone', () => {
    for (const [name, { environment, env = {} }] of Object.entries(GITHUB.jobs)) {
      const isGated = environment === 'exams';
      expect([name, Object.keys(env).includes('EXAMCTL_TOKEN')]).toEqual([name, isGated]);
      expect(isGated).toBe(name !== 'validate');
    }
  });

  test.each(STEPS.map(({ command, exitCode }, index) => [command, exitCode, index] as const))(
    '%s exits %i',
    (_command, exitCode, index) => {
      expect(ran.exitCodes[index]).toBe(exitCode);
    },
  );

  test('keep, from one runner to the next, what was sent, and no record with links', () => {
    for (const { steps = [] } of [GITHUB.jobs['push'], GITHUB.jobs['nightly']].flatMap((job) => job ?? [])) {
      const caches = steps.filter(({ uses = '' }) => uses.startsWith('actions/cache/'));
      expect(caches.map(({ with: { path = '' } = {} }) => path.trim().split('\n'))).toEqual([CACHED, CACHED]);
      expect(caches[1]).toMatchObject({ uses: 'actions/cache/save@v4', if: expect.stringContaining('always()') });
    }
    for (const name of ['push', 'nightly']) {
      expect(GITLAB[name]?.cache).toEqual({ key: 'exams-sent', when: 'always', paths: CACHED });
    }
  });

  test('keep no report that has the links of candidates', () => {
    const reports = COMMANDS.filter((command) => command.includes('schedule push'))
      .flatMap((command) => [...command.matchAll(/--report (\S+)/g)])
      .map(([, file]) => file);
    expect(reports).toEqual(['push.html', 'push.html']);
  });

  test('show faults at their rows', () => {
    expect(ran.stdout).toMatch(/^::error file=fixtures\/sittings-faulty\.csv,line=\d+/m);
  });

  test('write the reports that they keep', async () => {
    for (const name of ['push.html', 'sync.json', 'sittings.xml', 'users.xml']) {
      await expect(access(join(ran.folder, name)), name).resolves.toBeUndefined();
    }
  });
});

test('the image copies what the package has, runs as a user that is not root, and builds with the scripts there are', async () => {
  const lines = (await textOf('Dockerfile')).split('\n');
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  for (const source of of('COPY').flatMap((line) => /\/build\/(\S+)/.exec(line)?.[1] ?? [])) {
    await expect(access(join(ROOT, source)), source).resolves.toBeUndefined();
  }
  expect(of('USER')).toEqual(['node']);
  const built = of('RUN').flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? []);
  expect(built.filter((name) => !(name in scripts))).toEqual([]);
  const [link] = of('RUN').filter((line) => line.startsWith('ln -s'));
  expect(link).toContain('/opt/examctl/bin/examctl.js /usr/local/bin/examctl');
});

interface Service {
  readonly command?: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?: object;
}

test('the compose file names secrets and services that it has, and flags that serve has', async () => {
  const { services, secrets } = parse(await textOf('compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly secrets: object;
  };
  for (const { secrets: used = [], depends_on = {} } of Object.values(services)) {
    expect(used.filter((name) => !(name in secrets))).toEqual([]);
    expect(Object.keys(depends_on).filter((name) => !(name in services))).toEqual([]);
  }
  const servers = Object.values(services).filter(({ command }) => command?.[0] === 'serve');
  expect(servers).toHaveLength(2);
  const known = serveCommand({} as never).options.map(({ long }) => long);
  // Of the store's own flags, those of a database are described with it.
  const flags = (servers[0]?.command ?? []).slice(1).map((flag) => flag.split('=')[0]);
  expect(flags.filter((flag) => !known.includes(flag ?? '') && !flag?.startsWith('--store-'))).toEqual([]);
});
