/** `validate`: reads and checks, and keeps only what was found, so that files of any size can be checked. */
import type { Context } from '../../context.ts';
import type { DraftSource, SourceLayout } from '../../bulk/model/draft.ts';
import { exitCodeOf } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Input } from '../../input/port.ts';
import { draftSchedules } from '../../input/schedules/drafts.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { createProgress } from '../../output/terminal/progress.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import { collectRejects } from '../../bulk/report/rejects.ts';
import { createReport } from '../../bulk/report/report.ts';
import {
  candidateChecks,
  collectionChecks,
  invigilatorChecks,
  type KindChecks,
  scheduleChecks,
  userChecks,
} from '../../bulk/check/kinds.ts';
import { readInto } from '../../bulk/run/read-all.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { countCandidates } from '../bulk/count-candidates.ts';
import { checkDelivery } from '../bulk/delivery-files.ts';
import { draftKind } from '../read/record-kinds.ts';
import { layoutOf } from '../bulk/rejects-layout.ts';
import { checkJoin, openSources, readConversion, readMapping } from '../read/open-sources.ts';
import { filesRead } from '../bulk/file-collisions.ts';
import { sendCommands } from './send-commands.ts';
import type { ValidateKind, ValidateOptions } from './validate-options.ts';

export async function runValidate(context: Context, output: Output, options: ValidateOptions): Promise<BulkOutcome> {
  const { kind, files, candidates, flags } = options;
  const reads = filesRead({ inputs: candidates === undefined ? files : [...files, candidates], flags });
  const ledger = createLedger(kind === 'schedules' ? { countCandidates } : {});
  let layout: SourceLayout | undefined;
  let stopped: unknown;
  try {
    await checkDelivery(flags, reads);
    const sources = await openKind(context, output, options);
    layout = layoutOf(sources, flags.rejects);
    await checkAll(output, sources, CHECKS[kind](options), ledger, kind);
  } catch (error) {
    stopped = error;
  }
  const report = createReport(ledger, {
    command: `validate ${kind}`,
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    ...(stopped === undefined ? {} : { stopped: { error: toReportedError(stopped), exitCode: exitCodeOf(stopped) } }),
  });
  const rejects = collectRejects(ledger.rejected);
  return {
    report,
    tally: ledger.tally,
    rejects,
    layout,
    reads,
    canContinue: false,
    sendCommands: sendCommands(options),
    error: stopped,
  };
}

async function checkAll(
  output: Output,
  sources: readonly DraftSource[],
  checks: KindChecks<unknown>,
  ledger: Ledger,
  kind: ValidateKind,
): Promise<void> {
  const progress = createProgress(output, { label: `checking ${kind}` });
  try {
    await readInto(ledger, sources, checks, () => progress.update(ledger.counts.read));
  } finally {
    progress.stop();
  }
}

const CHECKS = {
  schedules: () => scheduleChecks,
  candidates: ({ workflow }) => candidateChecks(workflow),
  users: () => userChecks,
  collections: () => collectionChecks,
  invigilators: () => invigilatorChecks,
} satisfies Record<ValidateKind, (options: ValidateOptions) => KindChecks<unknown>>;

async function openKind(context: Context, output: Output, options: ValidateOptions): Promise<DraftSource[]> {
  const { flags, files, kind, candidates } = options;
  checkJoin(files, candidates);
  const conversion = { ...(await readConversion(flags)), mapping: await readMapping(flags) };
  return openSources(files, { ...flags, candidates }, context, output, (input, joined) =>
    OPENERS[kind](input, conversion, options, joined),
  );
}

type Conversion = ConversionOptions & { readonly mapping: ReadonlyMap<string, string> };
type OpenDrafts = (
  input: Input,
  conversion: Conversion,
  options: ValidateOptions,
  candidates: Input | undefined,
) => Promise<DraftSource> | DraftSource;

const OPENERS = {
  schedules: (input, conversion, { workflow }, candidates) =>
    draftSchedules(input, {
      ...conversion,
      preset: { Schedule: {}, ...(workflow === undefined ? {} : { Workflow: workflow }) },
      candidates,
    }),
  candidates: (input, conversion) => draftKind('candidates', input, conversion, conversion.mapping),
  users: (input, conversion) => draftKind('users', input, conversion, conversion.mapping),
  collections: (input, conversion) => draftKind('collections', input, conversion, conversion.mapping),
  invigilators: (input, conversion) => draftKind('invigilators', input, conversion, conversion.mapping),
} satisfies Record<ValidateKind, OpenDrafts>;
