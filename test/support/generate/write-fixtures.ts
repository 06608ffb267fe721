/** Writes the fixtures of the generator. They are in the repository, and a test fails if they are old. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sittingsWorkbook } from '../xlsx/sittings-workbook.ts';
import { SPREADSHEET_CSV } from './csv-text.ts';
import { exampleCatalogue } from './example-catalogue.ts';
import { FAULTS } from './faults.ts';
import { type ExpectedFinding, plantFaults } from './plant-faults.ts';
import { exportLines, sittingRows } from './sittings.ts';

const SEED = 20261121;
export const SITTING_LIST = { seed: SEED, schedules: 40, rows: 2000 } as const;

type Texts = Readonly<Record<string, string>>;

let made: Texts | undefined;

/** Returns the texts of the fixture files by their paths in the fixtures folder. They are created once. */
export function fixtureFiles(): Texts {
  made ??= makeFiles();
  return made;
}

function makeFiles(): Texts {
  const clean = [...sittingRows(SITTING_LIST)];
  const faulty = plantFaults(clean, FAULTS, SEED);
  return {
    'catalogue/example.json': `${JSON.stringify(exampleCatalogue(SEED), null, 2)}\n`,
    'sittings.csv': [...exportLines(clean, SPREADSHEET_CSV)].join(''),
    'sittings-faulty.csv': [...exportLines(faulty.rows, SPREADSHEET_CSV)].join(''),
    'sittings-faulty.expected.json': onePerLine(faulty.expected),
  };
}

/** Called by `test/config/write-fixtures.js`. @public */
export async function writeFixtures(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(fixtureFiles())) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  // The compression depends on the version of Node, so the content is compared and not the bytes.
  await writeFile(join(folder, 'sittings.xlsx'), sittingsWorkbook([...sittingRows(SITTING_LIST)]));
}

function onePerLine(findings: readonly ExpectedFinding[]): string {
  return `[\n${findings.map((finding) => `  ${JSON.stringify(finding)}`).join(',\n')}\n]\n`;
}
