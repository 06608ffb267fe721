/** `config trust` and `config untrust`: give and take back trust in a project's file. */
import path from 'node:path';
import { UsageError } from '../../errors.ts';
import { findProjectFile, type SettingsFile } from '../../settings/settings-file.ts';
import { PROJECT_FILE } from '../../settings/table.ts';
import { trustDigest, trustKey, trustOf } from '../../settings/trust.ts';
import type { Call } from '../options/call.ts';
import { presentDone } from '../present-result.ts';
import { changeTrust } from './change-file.ts';
import { shownValues } from './require-trust.ts';

export async function trustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const values = shownValues(call.settings.files, file);
  await changeTrust(call.settings.files, { [trustKey(file)]: trustDigest(file) });
  const what = values.length === 0 ? ['It says nothing that needs trust.'] : values;
  await presentDone(call, 'config trust', { file: file.path }, [`${file.path} is trusted:`, ...what].join('\n'));
}

export async function untrustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const wasTrusted = trustOf(call.settings.files, file) !== 'unknown';
  if (wasTrusted) await changeTrust(call.settings.files, { [trustKey(file)]: undefined });
  const text = `${file.path} is ${wasTrusted ? 'no longer' : 'not'} trusted.`;
  await presentDone(call, 'config untrust', { file: file.path, removed: wasTrusted }, text);
}

function requireProjectFile(dir: string): SettingsFile {
  const file = findProjectFile(path.resolve(dir));
  if (file !== undefined) return file;
  throw new UsageError(`There is no ${PROJECT_FILE} in ${path.resolve(dir)} or above it`);
}
