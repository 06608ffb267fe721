/** The values that completion offers for an argument or a flag, by its placeholder: `<file>`, `<run>`, `<zone>`. */
import { type Argument, type Command, Option } from 'commander';
import { isUrl } from '../../base/text/url-text.ts';
import { DEFAULT_STORE_FOLDER } from '../../built-in-defaults.ts';
import type { Context, Platform } from '../../context.ts';
import { SHOWN_KINDS, type ShownKind } from '../../platform/entities.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { scheduleResource } from '../../platform/resources/schedule.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { SETTING_NAMES, settingOf } from '../../settings/table.ts';
import { withParameters } from '../options/store-options.ts';
import { kindNamedBy, knownEntries, withKnownPlatform } from '../target/known-entries.ts';

export type Values = readonly (readonly [value: string, meaning?: string | undefined])[];

export interface Offer {
  readonly values: Values;
  /** What the shell itself should offer in addition. */
  readonly also: 'files' | 'folders' | 'none';
}

/** The command line up to the cursor. */
export interface Line {
  readonly command: Command;
  readonly positionals: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  /** The flag whose value is at the cursor. */
  readonly open?: Option | undefined;
  /** Whether the cursor is after `--`, where no word is a flag. */
  readonly isLiteral: boolean;
}

type Source = (context: Context, line: Line) => Promise<Offer>;

export async function offerFor(context: Context, line: Line, declared: Argument | Option): Promise<Offer> {
  const name = declared instanceof Option ? placeholderOf(declared) : declared.name();
  const long = declared instanceof Option ? (declared.long ?? '') : '';
  const path = `${line.command.parent?.name()} ${line.command.name()} ${name}`;
  const source = SOURCES[long] ?? SOURCES[path] ?? SOURCES[name] ?? fieldSource(long);
  return source === undefined ? offerOnly([]) : source(context, line);
}

/** The placeholder of a flag: `file` for `--report <file>` and for `--out <file.csv>`. */
function placeholderOf({ flags }: Option): string {
  return /[<[](\w+)/.exec(flags)?.[1] ?? '';
}

/** Keys are a flag, a command path with the name of an argument, or only that name. */
const SOURCES: Readonly<Record<string, Source>> = {
  file: async () => ({ values: [], also: 'files' }),
  store: async () => ({ values: [], also: 'folders' }),
  zone: async () => offerOnly(Intl.supportedValuesOf('timeZone').map((zone) => [zone])),
  key: async () => offerOnly(SETTING_NAMES.map((name) => [name, settingOf(name).meaning])),
  run: async ({ env }) => {
    const { listRuns } = await import('../runs/run-states.ts');
    const runs = await listRuns(env, () => {});
    return offerOnly([...runs.map(({ run, command, state }) => [run, `${command}, ${state}`] as const), ['latest']]);
  },
  rule: async () => offerOnly((await import('../../platform/explain/explain.ts')).knownRules().map((rule) => [rule])),
  schedule: idsOf('Schedules'),
  'review-session show id': idsOf('ReviewSessions'),
  'invigilators add id': idsOf('Users'),
  'invigilators remove id': (context, line) =>
    fromStore(context, line, async (platform) => {
      const schedule = await platform.entry('Schedules', line.positionals[0] ?? '');
      const { Invigilators = [] } = { ...(schedule as { readonly Invigilators?: readonly string[] } | undefined) };
      return Invigilators.map((id) => [id]);
    }),
  'local show id': (context, line) => {
    const kind = SHOWN_KINDS.find((one) => kebabCase(one) === line.positionals[0]);
    return kind === undefined ? Promise.resolve(offerOnly([])) : idsOf(kind)(context, line);
  },
  'profile use name': profileNames,
  '--profile': profileNames,
  '--confirm': profileNames,
};

async function profileNames(context: Context, line: Line): Promise<Offer> {
  const { files } = settingsOf(context, line);
  const names = [files.project, files.user].flatMap((file) => [...(file?.profiles.keys() ?? [])]);
  return offerOnly([...new Set(names)].map((name) => [name]));
}

/** The source for a flag of a schedule's field that refers to entries of the store. */
function fieldSource(long: string): Source | undefined {
  const field = Object.keys(scheduleResource.fields).find((name) => `--${kebabCase(name)}` === long);
  const kind = field === undefined ? undefined : kindNamedBy(field);
  return kind === undefined ? undefined : idsOf(kind);
}

/** Nobody waits long after a Tab. A large store offers the entries that were found within this time. */
const TIME_LIMIT_MS = 400;

function idsOf(kind: ShownKind): Source {
  return (context, line) =>
    fromStore(context, line, async (platform) => {
      const values: (readonly [string, string | undefined])[] = [];
      const end = performance.now() + TIME_LIMIT_MS;
      for await (const { id, title } of knownEntries(platform, kind)) {
        values.push([id, title]);
        if (performance.now() > end) break;
      }
      return values;
    });
}

async function fromStore(context: Context, line: Line, read: (platform: Platform) => Promise<Values>): Promise<Offer> {
  const settings = settingsOf(context, line);
  const isTrusted = settings.findUntrusted(['store', 'profile']) === undefined;
  if (!isTrusted || settings.find('baseUrl') !== undefined) return offerOnly([]);
  const named = String(settings.findEvenIfExcluded('store')?.value ?? DEFAULT_STORE_FOLDER);
  // The shell waits for a database that does not answer.
  const store = isUrl(named) ? withParameters(named, { connect_timeout: '1' }) : named;
  return offerOnly((await withKnownPlatform(context, { kind: 'local', store }, read)) ?? []);
}

/** The settings with the flags on the line. */
function settingsOf({ env }: Context, { flags }: Line): Settings {
  const given = SETTING_NAMES.flatMap((name) => {
    const value = flags.get(settingOf(name).flag ?? '');
    return value === undefined ? [] : [[name, value] as const];
  });
  return readSettings({ env, flags: new Map(given) });
}

function offerOnly(values: Values): Offer {
  return { values, also: 'none' };
}
