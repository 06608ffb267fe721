import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { validateDrafts } from '../../../src/bulk/check/validate.ts';
import { KINDS } from '../../../src/bulk/kinds/kinds.ts';
import { KIND_NAMES, type KindName } from '../../../src/bulk/kinds/names.ts';
import { draftKind } from '../../../src/bulk/kinds/read/draft-kind.ts';
import { createLedger } from '../../../src/bulk/report/ledger.ts';
import { ExamctlError } from '../../../src/errors.ts';
import { openInput } from '../../../src/input/open-input.ts';
import type { Input } from '../../../src/input/port.ts';
import { type ConversionOptions, openTimeZone } from '../../../src/input/values/conversion.ts';
import { REQUEST_RESOURCES } from '../../../src/platform/resources/index.ts';
import { amount } from '../../support/amount.ts';
import { ANY_CHARACTER } from '../../support/generate/any-character.ts';
import { fileOf, formOf } from './reading.ts';

const FIELD_NAMES = [...new Set(REQUEST_RESOURCES.flatMap(({ fields }) => Object.keys(fields)))];
const OFFENSIVE = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '_line',
  '_message',
  '',
  ' ',
  '[0]',
  'a[999].b',
];

const header = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  fc.constantFrom(...FIELD_NAMES).map((name) => `${name}[1].ExternalId`),
  fc.constantFrom(...FIELD_NAMES).map((name) => `${name.toLowerCase()} `),
  fc.constantFrom(...OFFENSIVE),
  fc.string(),
);
const cell = fc.oneof(
  fc.constantFrom('S-1', 'c-1', 'true', '0', '-1', '1e400', 'a|b||c', '2027-02-30T09:00:00Z', '2027-03-28 02:30'),
  fc.constantFrom(
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00',
    '+275760-09-13T00:00:00Z',
    '::ffff:0:0/96',
    '1.2.3.4-',
  ),
  fc.constantFrom(...OFFENSIVE, '\u202e', '\ud800', '=1+1', "'", 'x'.repeat(5_000)),
  fc.string({ unit: ANY_CHARACTER }),
  fc.string(),
);
const table = fc
  .tuple(
    fc.array(header, { minLength: 1, maxLength: 12 }),
    fc.array(fc.array(cell, { maxLength: 13 }), { maxLength: 8 }),
  )
  .map(([names, rows]) => [names, ...rows].map((cells) => cells.map(quote).join(',')).join('\n'));
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    cell,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  record: fc.dictionary(fc.constantFrom(...FIELD_NAMES, ...OFFENSIVE, 'Schedule', 'Candidates'), tie('any'), {
    maxKeys: 8,
  }),
}))['any'] as fc.Arbitrary<unknown>;

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const zone = await openTimeZone('Europe/Amsterdam');
const options = fc.record({ fix: fc.boolean(), zone: fc.constantFrom(undefined, zone) });

/** Counts physical lines in another way than the program. */
function linesIn(input: Input): number {
  const [, encoding] = formOf(input);
  const parts = iconv.decode(readFileSync(input.file), encoding).split(/\r\n|\r|\n/);
  return parts.at(-1) === '' ? parts.length - 1 : parts.length;
}

/** Takes all steps of a command before it sends. Only an error of the program may stop it. */
async function readThrough(kind: KindName, files: readonly string[], conversion: ConversionOptions): Promise<void> {
  try {
    const [input, candidates] = [await openInput(files[0] ?? '', {}), files[1] && (await openInput(files[1], {}))];
    const read = { ...conversion, mapping: new Map(), candidates: candidates || undefined };
    const source = await draftKind(KINDS[kind], input, read);
    const ledger = createLedger();
    ledger.addSource(source);
    for await (const validated of validateDrafts<unknown>([source], KINDS[kind])) {
      const { draft, findings, request } = validated;
      ledger.addRead(validated);
      // A record that is not sent has a reason: in its own findings, or in those of the header. A row that is no record may
      // be left out with a note.
      const errors = [...source.findings, ...findings].filter(({ severity }) => severity === 'error');
      const reasons = draft.dropped ? findings : errors;
      if (request === undefined) expect({ draft, reasons: reasons.length > 0 }).toMatchObject({ reasons: true });
      for (const { file, line, rule, message } of findings) {
        expect({ file: files.includes(file), line: line >= 1, rule: rule !== '', message: message !== '' }).toEqual({
          file: true,
          line: true,
          rule: true,
          message: true,
        });
      }
    }
    expect(() => ledger.lines.check()).not.toThrow();
    const lines = [input, ...(candidates ? [candidates] : [])].map(linesIn);
    expect(ledger.lines.list().map((totals) => totals.lines)).toEqual(lines);
  } catch (error) {
    if (!(error instanceof ExamctlError)) throw error;
  }
}

describe('any file at all is read to its end, or refused by an error of ours', () => {
  const runs = { numRuns: amount(40, 1_500) };

  it.each(KIND_NAMES)('tables of %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(table, options, (text, conversion) => readThrough(kind, [fileOf(text)], conversion)),
      runs,
    );
  });

  it.each(KIND_NAMES)('JSON of %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 4 }), options, (records, conversion) =>
        readThrough(kind, [fileOf(JSON.stringify(records), '.json')], conversion),
      ),
      runs,
    );
  });

  it('two tables that are joined', async () => {
    await fc.assert(
      fc.asyncProperty(table, table, options, (schedules, candidates, conversion) =>
        readThrough('schedules', [fileOf(schedules), fileOf(candidates)], conversion),
      ),
      runs,
    );
  });

  it.each(['.csv', '.json', '.ndjson', '.dat'])('random bytes in a file that ends in %s', async (ending) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), options, (bytes, conversion) =>
        readThrough('schedules', [fileOf(Buffer.from(bytes), ending)], conversion),
      ),
      runs,
    );
  });
});

it('no cell changes the prototype of all objects', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['ExternalId']).toBeUndefined();
});
