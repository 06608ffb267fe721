/** Values for fields that a record leaves empty: `--set Field=value`, and the defaults of the settings. */
import { hintOfNames } from '../../base/closest.ts';
import { UsageError } from '../../errors.ts';
import { checkFields } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSecret } from '../../platform/secrets.ts';
import type { ConversionOptions, Defaults } from './conversion.ts';
import { convertCell } from './convert.ts';

interface GivenDefaults {
  /** The values of `--set`. A field that none of the resources has is a UsageError. */
  readonly set?: ReadonlyMap<string, string> | undefined;
  /** The values of the settings. They are for several kinds, so a field that none of the resources has is ignored. */
  readonly defaults?: ReadonlyMap<string, string> | undefined;
}

/** Reads each value once, like a cell of a file. A value that is not valid is a UsageError. */
export function readDefaults(
  resources: readonly Resource[],
  { set = new Map(), defaults = new Map() }: GivenDefaults,
  conversion: ConversionOptions,
): Defaults | undefined {
  const found = new Map<Resource, Record<string, unknown>>();
  for (const [name, text] of new Map<string, string>([...defaults, ...set])) {
    const resource = resources.find(({ fields }) => Object.hasOwn(fields, name));
    if (resource === undefined && !set.has(name)) continue;
    if (resource === undefined) throw unknownField(name, resources);
    found.set(resource, { ...found.get(resource), [name]: readDefault(resource, name, text, conversion) });
  }
  return found.size === 0 ? undefined : found;
}

function readDefault(resource: Resource, name: string, text: string, conversion: ConversionOptions): unknown {
  const field = resource.fields[name];
  if (field === undefined || isSecret(field)) throw new UsageError(`--set: ${name} is a secret, and not one for all`);
  const { value, problems } = convertCell(field, text, { resource, name, path: [name] }, conversion);
  const [problem] = [
    ...problems,
    ...checkFields({ ...resource, fields: { [name]: field } }, { [name]: value }).problems,
  ];
  if (problem !== undefined) throw new UsageError(`--set: ${problem.message}`, { hint: problem.suggestion });
  return value;
}

function unknownField(name: string, resources: readonly Resource[]): UsageError {
  const known = resources.flatMap(({ fields }) => Object.keys(fields));
  return new UsageError(`--set: there is no field ${JSON.stringify(name)} here`, {
    hint: hintOfNames(name, known, 'fields'),
  });
}

/** Adds the defaults for fields that a record does not have. A field with `null` stays: it clears the field. */
export function fillEmpty(record: Record<string, unknown>, resource: Resource, defaults: Defaults | undefined): void {
  for (const [name, value] of Object.entries(defaults?.get(resource) ?? {})) {
    if (!Object.hasOwn(record, name)) record[name] = value;
  }
}
