/** Writes docs/reference from the program and the contract. A test fails if the pages are old. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createProgram } from '../../../src/commands/program.ts';
import type { Context } from '../../../src/context.ts';
import { commandsPage } from './commands-page.ts';
import { conditionsPage } from './conditions-page.ts';
import { fieldsPage } from './fields-page.ts';
import { MAN_PAGE, manPage } from './man-page.ts';
import { MAPPING_SCHEMA_FILE, mappingPage, mappingSchemaText } from './mapping-page.ts';
import { SCHEMA_FILE, settingsPage, settingsSchema } from './settings-page.ts';

/** The texts of the pages by their names. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'commands.md': commandsPage(),
    'fields.md': fieldsPage(),
    'conditions.md': conditionsPage(),
    'settings.md': settingsPage(),
    [SCHEMA_FILE]: settingsSchema(),
    'mapping.md': mappingPage(),
    [MAPPING_SCHEMA_FILE]: mappingSchemaText(),
    // The context is not used: commands are declared, and none runs.
    [MAN_PAGE]: manPage(createProgram({} as Context, '0.0.0')),
  };
}

/** Called by `test/config/write-reference.js`. @public */
export async function writeReference(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(referencePages())) await writeFile(join(folder, name), text);
}
