/** A schedule without a file: from flags, and from questions at a terminal for what they do not say. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { applyPreset, type SchedulePreset } from '../../input/schedules/preset.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import { canAsk, createPrompter, type Prompter } from '../../output/terminal/prompts.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { type AskOptions, askRecord, flagOf } from '../ask/answers.ts';
import { confirmRequest, withoutSecrets } from '../ask/ask-to-send.ts';
import { createChoices } from '../ask/known-choices.ts';
import { storeOf } from '../options/target-options.ts';
import type { PushOptions } from './push-options.ts';

/** Throws a UsageError that names what is missing where nobody can be asked. */
export async function typedSchedule(
  context: Context,
  output: Output,
  options: PushOptions,
  preset: SchedulePreset,
  conversion: ConversionOptions,
): Promise<DraftSource> {
  const given: Record<string, unknown> = { ...preset.Schedule };
  const missing = requiredNames().filter((name) => !Object.hasOwn(given, name));
  if (missing.length === 0) return toSource('command line', applyPreset({ Candidates: [] }, preset));
  if (!canAsk(output, options.global.mayAsk)) throw whatIsMissing(given, missing);
  return ask(context, output, options, given, preset, conversion);
}

async function ask(
  context: Context,
  output: Output,
  options: PushOptions,
  given: Record<string, unknown>,
  preset: SchedulePreset,
  conversion: ConversionOptions,
): Promise<DraftSource> {
  const prompter = await createPrompter(output, context.stopSignal());
  const choicesOf = createChoices(context, storeOf(options.target));
  const asking = { choicesOf, conversion };
  const titleOf = { GroupName: 'GroupExtId' };
  const Schedule = await askRecord(prompter, { resource: scheduleResource, given, titleOf, ...asking });
  const Candidates = await askCandidates(prompter, asking);
  const request = applyPreset({ Schedule, Candidates }, preset);
  const shown = {
    ...request,
    Schedule: withoutSecrets(scheduleResource, request['Schedule']),
    Candidates: Candidates.map((candidate) => withoutSecrets(candidateResource, candidate)),
  };
  if (!options.flags.dryRun) await confirmRequest(output, prompter, options.global, shown);
  return toSource('answers', request);
}

async function askCandidates(
  prompter: Prompter,
  asking: Pick<AskOptions, 'choicesOf' | 'conversion'>,
): Promise<Record<string, unknown>[]> {
  const candidates: Record<string, unknown>[] = [];
  while (await prompter.confirm(candidates.length === 0 ? 'Add a candidate?' : 'Add another candidate?')) {
    candidates.push(await askRecord(prompter, { resource: candidateResource, given: {}, ...asking }));
  }
  return candidates;
}

function toSource(origin: string, request: Record<string, unknown>): DraftSource {
  const { ScheduleExtId } = request['Schedule'] as { ScheduleExtId?: unknown };
  const columnOf = ([part, name]: readonly (string | number)[]) =>
    part === 'Schedule' && typeof name === 'string' ? flagOf(name) : null;
  return typedSource({ origin, key: String(ScheduleExtId ?? ''), request, columnOf });
}

function requiredNames(): string[] {
  return Object.entries(scheduleResource.fields).flatMap(([name, field]) => ('required' in field ? [name] : []));
}

function whatIsMissing(given: object, missing: readonly string[]): UsageError {
  if (Object.keys(given).length === 0) {
    const hint = 'examctl schedule push sittings.csv --dry-run';
    return new UsageError('FILE is missing: name a file of schedules', { hint });
  }
  const flags = missing.map(flagOf).join(', ');
  return new UsageError(`${flags} ${missing.length === 1 ? 'is' : 'are'} missing: a schedule needs them`, {
    hint: 'Give them, or name a file of schedules.',
  });
}
