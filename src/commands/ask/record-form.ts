/** The form for one record: asks for its fields, checks and shows it, and changes it until the user agrees or stops. */

import { judgeOf } from '../../bulk/check/strictness.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import type { BulkJob, BulkOptions, PlanWatch } from '../../bulk/run/bulk-job.ts';
import { readInto } from '../../bulk/run/read-all.ts';
import { runBulk } from '../../bulk/run/run-bulk.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import type { DraftSource } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { Target } from '../../model/target.ts';
import { listFindings } from '../../output/report/findings.ts';
import { forTerminal, keepLayout } from '../../output/terminal/escape.ts';
import type { Choice, Prompter } from '../../output/terminal/prompts.ts';
import { DEFAULT_COLUMNS, type Output } from '../../output/terminal/streams.ts';
import { formatPath, type Path, parsePath } from '../../platform/problem.ts';
import { isSecret } from '../../platform/secrets.ts';
import type { Effect } from '../../platform/service.ts';
import { NO_RECORD } from '../../runs/run-record.ts';
import { createChangeDescriber } from '../bulk/change-text.ts';
import { type Asked, jobOf, type OpenedJob } from '../bulk/command.ts';
import { watchTogether } from '../bulk/plan-watches.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { TargetCall } from '../options/target-options.ts';
import { openForQuestions } from '../target/open-target.ts';
import type { Asker, Section } from './ask-fields.ts';
import { asTyped } from './check-answer.ts';

export interface RecordForm {
  readonly sections: () => readonly Section[];
  /** Asks for further sections, once. */
  readonly askMore?: (() => Promise<void>) | undefined;
  readonly toRequest: () => Record<string, unknown>;
  /** Checks the request by the rules of the platform, as far as these are available. */
  readonly check: (request: Record<string, unknown>) => Promise<RequestCheck>;
  /** The text that is shown before the request is sent. */
  readonly show: (request: Record<string, unknown>, verdict: RequestCheck) => string;
  readonly asked: Asked;
  /** Further actions in the menu of changes, by their labels. */
  readonly actions?: Readonly<Record<string, () => Promise<void>>> | undefined;
}

/** Returns the request that the user confirmed. After a no, the user can change the answers. */
export async function fillIn(
  { output, global, flags }: Call<BulkFlags>,
  prompter: Prompter,
  asker: Asker,
  form: RecordForm,
): Promise<Record<string, unknown>> {
  const say = (text: string) => void output.stderr.write(`${keepLayout(text)}\n`);
  for (const section of form.sections()) await asker.askSection(section);
  await form.askMore?.();
  for (;;) {
    const request = form.toRequest();
    const verdict = await form.check(request);
    if (verdict.problems.length > 0) {
      say(describeProblems(verdict));
      await askAgain(prompter, asker, form, verdict);
      continue;
    }
    if (flags.dryRun) return request;
    const text = form.show(request, verdict);
    form.asked.isAsShown = verdict.effect && ((effect) => form.show(request, { ...verdict, effect }) === text);
    if (global.yes) {
      output.note(text);
      return request;
    }
    say(text);
    sayWarnings(output, verdict.warnings, true);
    if (await prompter.confirm('Send it?')) return request;
    await change(prompter, asker, form);
  }
}

function describeProblems({ problems }: RequestCheck): string {
  return ['This cannot be sent:', ...new Set(problems.map(describe))].join('\n');
}

/** A problem as text, with the field if the message does not name it. */
function describe({ path, message, suggestion }: RequestCheck['problems'][number]): string {
  const field = String(path.findLast((part) => typeof part === 'string') ?? '');
  const text = message.includes(field) ? `  ${message}` : `  ${field}: ${message}`;
  return forTerminal(suggestion ? `${text}; ${suggestion}` : text);
}

/** Asks again for each field with a problem. If no field has one, the user can change any field. */
async function askAgain(prompter: Prompter, asker: Asker, form: RecordForm, { problems }: RequestCheck): Promise<void> {
  const places = new Map(problems.flatMap(({ path }) => placesOf(form, path)));
  if (places.size === 0) return change(prompter, asker, form);
  for (const { section, name } of places.values()) await asker.askField(section, name);
}

interface PlaceInForm {
  readonly section: Section;
  readonly name: string;
}

function placesOf(form: RecordForm, path: Path): (readonly [string, PlaceInForm])[] {
  return form.sections().flatMap((section) => {
    const isWithin = section.path.every((part, index) => path[index] === part);
    const name = path[section.path.length];
    if (!isWithin || typeof name !== 'string' || !Object.hasOwn(section.resource.fields, name)) return [];
    return [[formatPath([...section.path, name]), { section, name }] as const];
  });
}

const STOP = 'Stop: nothing is sent';
const OTHERS = 'Another field';

async function change(prompter: Prompter, asker: Asker, form: RecordForm): Promise<void> {
  const places = new Map<string, () => Promise<void>>();
  const choices: Choice[] = [];
  const add = (value: string, title: string | undefined, action: () => Promise<void>) => {
    places.set(value, action);
    choices.push({ value, title });
  };
  for (const section of form.sections()) {
    const at = formatPath(section.path);
    for (const [name, value] of Object.entries(section.answers)) {
      const shown = isSecret(section.resource.fields[name]) ? undefined : asTyped(value);
      add(formatPath([...section.path, name]), shown, () => asker.askField(section, name));
    }
    add(at === '' ? OTHERS : `${OTHERS} of ${at}`, undefined, () => asker.askOthers(section));
  }
  for (const [words, action] of Object.entries(form.actions ?? {})) add(words, undefined, action);
  add(STOP, undefined, async () => {
    throw new InterruptedError('SIGINT', 'Not confirmed');
  });
  const chosen = await prompter.one('What is to be changed?', choices);
  const action = places.get(chosen);
  if (action === undefined) throw new UsageError(`There is no choice ${chosen}`);
  await action();
}

/** The report after the run lists more. */
const MAX_SHOWN = 20;

/** Shown also with `--quiet`: the user answers a question about them. */
export function sayWarnings({ stderr, ascii, color }: Output, warnings: readonly Finding[], isTyped: boolean): void {
  const width = stderr.columns || DEFAULT_COLUMNS;
  const lines = listFindings(warnings, { width, ascii, color: color.stderr, maxLines: MAX_SHOWN, isTyped });
  stderr.write(lines.map((line) => `${line}\n`).join(''));
}

interface RequestProblem extends Pick<Finding, 'message' | 'suggestion'> {
  readonly path: Path;
}

export interface RequestCheck {
  readonly problems: readonly RequestProblem[];
  readonly warnings: readonly Finding[];
  /** The effect of the request. Absent if it cannot be known: for a remote, or if the store cannot be read now. */
  readonly effect?: Effect | undefined;
}

/** The parts of the job that will send the record, where they are not those of its kind. */
export type Sending<R> = Pick<OpenedJob<R>, 'send' | 'watchPlan' | 'serviceOf'>;

/** Checks the records of a source, as the run will. The effect is that of the first. */
export async function checkRequest<R>(
  call: TargetCall<BulkFlags>,
  kind: SentKind<R>,
  source: DraftSource,
  sending: Sending<R> = {},
): Promise<RequestCheck> {
  const ledger = createLedger({ judge: judgeOf(call.flags) });
  const job = jobOf({ ...call, kind }, { ...sending, sources: [source] });
  // A store that cannot be opened now is reported later, when it is opened for writing.
  const target = await openForQuestions(call).catch(() => undefined);
  let effect: Effect | undefined;
  if (target === undefined) await readInto(ledger, job.sources, job.checks, () => {});
  else effect = await rehearse(call, job, target, ledger).finally(() => target.close());
  const [problems, warnings] = [ledger.findings.filter(isError), ledger.findings.filter((one) => !isError(one))];
  return {
    problems: problems.map(({ field, message, suggestion }) => ({ path: parsePath(field ?? ''), message, suggestion })),
    warnings,
    effect,
  };
}

/** Does a dry run into the ledger. Returns the effect of the first record. */
async function rehearse<R>(
  { context }: TargetCall,
  job: BulkJob<R>,
  target: Target,
  ledger: Ledger,
): Promise<Effect | undefined> {
  let effect: Effect | undefined;
  const watchEffect: PlanWatch<R> = {
    see: ([seen]) => {
      effect ??= seen?.effect;
    },
    findings: async () => [],
  };
  const watched: BulkJob<R> = { ...job, watchPlan: (at) => watchTogether(job.watchPlan?.(at), watchEffect) };
  const options: BulkOptions = {
    dryRun: true,
    skipInvalid: false,
    concurrency: 1,
    mode: 'new',
    record: NO_RECORD,
    signal: context.stopSignal(),
    describeChange: createChangeDescriber([], false),
    events: { onStage: () => {}, onProgress: () => {} },
  };
  await runBulk(watched, target, options, ledger);
  return effect;
}
