/** Reads a schedule without a file: from flags, and from questions at a terminal for the rest. */

import { ownValue } from '../../base/own-value.ts';
import { flagWithValue } from '../../base/text/shell-words.ts';
import { scheduleKind } from '../../bulk/kinds/schedules.ts';
import { applyPreset, type SchedulePreset } from '../../input/schedules/preset.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Prompter } from '../../output/terminal/prompts.ts';
import { candidateResource, type ScheduleRequest, scheduleResource } from '../../platform/resources/schedule.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import { type Asker, createAsker, type Section } from '../ask/ask-fields.ts';
import { showRequest } from '../ask/ask-for-record.ts';
import { describeEquivalent, equivalentOf, equivalentOfRecord, flagOf } from '../ask/equivalent.ts';
import { checkRequest, fillIn, type RecordForm, type Sending } from '../ask/record-form.ts';
import type { Asked, BulkBase } from '../bulk/command.ts';
import { prompterOrUsageError } from '../options/confirm.ts';
import { createChoices, findUser } from '../target/known-entries.ts';

/** The values from flags, and how answers are read and sent. */
interface TypedSchedule {
  readonly preset: SchedulePreset;
  readonly conversion: ConversionOptions;
  readonly sending: Sending<ScheduleRequest>;
}

/** Throws a UsageError that names the missing flags if questions are not possible. */
export async function typedSchedule(call: BulkBase, typing: TypedSchedule, asked: Asked): Promise<DraftSource> {
  const { preset, conversion } = typing;
  const given: Record<string, unknown> = { ...preset.Schedule };
  const required = Object.entries(scheduleResource.fields).filter(([, field]) => 'required' in field);
  const missing = required.map(([name]) => name).filter((name) => !Object.hasOwn(given, name));
  if (missing.length === 0) return toSource('command line', applyPreset({ Candidates: [] }, preset));
  const prompter = await prompterOrUsageError(call, ...whatIsMissing(given, missing));
  const titleOf = { GroupName: 'GroupExtId' };
  const asker = createAsker(prompter, { choicesOf: createChoices(call), conversion, titleOf });
  const form = { ...formOf(call, prompter, asker, typing), asked };
  const request = await fillIn(call, prompter, asker, form);
  asked.equivalent = equivalentOfSchedule(call, request);
  return answersSource(request, preset);
}

function formOf(
  call: BulkBase,
  prompter: Prompter,
  asker: Asker,
  { preset, sending }: TypedSchedule,
): Omit<RecordForm, 'asked'> {
  const schedule: Section = { path: ['Schedule'], resource: scheduleResource, answers: { ...preset.Schedule } };
  const candidates: Section[] = [];
  const addOne = async (): Promise<void> => {
    const section: Section = {
      path: ['Candidates', candidates.length],
      resource: candidateResource,
      answers: {},
      find: findUser(call),
      keyField: 'CandidateExtId',
    };
    candidates.push(section);
    await asker.askSection(section);
  };
  return {
    sections: () => [schedule, ...candidates],
    askMore: async () => {
      while (await prompter.confirm(candidates.length === 0 ? 'Add a candidate?' : 'Add another candidate?')) {
        await addOne();
      }
    },
    toRequest: () =>
      applyPreset(
        { Schedule: schedule.answers, Candidates: candidates.map(({ answers }) => answers) },
        { ...preset, Schedule: {} },
      ),
    check: (request) => checkRequest(call, scheduleKind, answersSource(request, preset), sending),
    show: (request, verdict) => showRequest(call, request, verdict),
    actions: { 'Add a candidate': addOne },
  };
}

/** Flags can express a request without candidates; any other request is given as JSON. */
function equivalentOfSchedule(call: BulkBase, request: Record<string, unknown>): string {
  const { Schedule, Candidates } = request as { Schedule: object; Candidates: readonly unknown[] };
  const words = ['schedule', 'push'];
  const replaced = Object.keys(scheduleResource.fields).map(flagOf);
  if (Candidates.length > 0) return equivalentOfRecord(call, words, request, replaced);
  const known = Object.entries(Schedule).filter(([, value]) => value !== null && value !== undefined);
  const isWithheld = ([name]: readonly [string, unknown]) => SECRET_FIELDS.has(name);
  const flags = known
    .filter((entry) => !isWithheld(entry))
    .flatMap(([name, value]) => flagWithValue(flagOf(name), String(value)));
  const command = equivalentOf(call, [...words, ...flags], replaced);
  const secrets = known.filter(isWithheld).map(([name]) => name);
  return describeEquivalent(call, command, secrets);
}

/** The source of answers. Only those that a flag has given have the flag as their place. */
function answersSource(request: Record<string, unknown>, { Schedule: given }: SchedulePreset): DraftSource {
  const hasFlag = (name: string) =>
    Object.hasOwn(given, name) && ownValue(given, name) === ownValue(request['Schedule'], name);
  return toSource('answers', request, hasFlag);
}

function toSource(
  origin: string,
  request: Record<string, unknown>,
  hasFlag: (name: string) => boolean = () => true,
): DraftSource {
  const { ScheduleExtId } = request['Schedule'] as { ScheduleExtId?: unknown };
  const columnOf = ([part, name]: readonly (string | number)[]) =>
    part === 'Schedule' && typeof name === 'string' && hasFlag(name) ? flagOf(name) : null;
  return typedSource({ origin, key: String(ScheduleExtId ?? ''), request, columnOf });
}

/** The message and the hint for missing input. */
function whatIsMissing(given: object, missing: readonly string[]): [missing: string, hint: string] {
  const { one, many } = scheduleKind.words;
  if (Object.keys(given).length === 0) {
    return [`FILE is missing: name a file of ${many}`, 'examctl schedule push sittings.csv --dry-run'];
  }
  const flags = `${missing.map(flagOf).join(', ')} ${missing.length === 1 ? 'is' : 'are'}`;
  return [`${flags} missing: a ${one} needs them`, `Give them, or name a file of ${many}.`];
}
