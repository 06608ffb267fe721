/** Which column of a table holds which field, and what is wrong with the header. */
import { closest, foldName } from '../contract/closest.ts';
import { fieldRule } from '../contract/check.ts';
import { codeOf } from '../contract/conditions/index.ts';
import type { Field, Resource } from '../contract/field.ts';
import type { Finding } from '../contract/finding.ts';
import { UsageError } from '../errors.ts';

/** A field that a column may hold. */
export interface ColumnField {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
}

export interface Columns {
  /** By position in the row; `undefined` where the column is not ours to read. */
  readonly fields: readonly (ColumnField | undefined)[];
  readonly header: readonly string[];
  /** Whether an earlier run wrote the file, as rejects. */
  readonly isRejects: boolean;
  readonly findings: readonly Finding[];
}

export interface ColumnRules {
  /** The fields that columns may hold; of two with one name, the first. */
  readonly known: readonly ColumnField[];
  /** Fields without which the file is of no use. */
  readonly required: readonly ColumnField[];
  /** `--map "Header=Field"`: headers by field. */
  readonly mapping?: ReadonlyMap<string, string>;
}

export function fieldsOf(resource: Resource): ColumnField[] {
  return Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field }));
}

/**
 * Matches headers with fields without regard to case, blanks, `_` and `-`. Headers that begin with `_` are those of
 * our own rejects files.
 */
export function matchColumns(
  file: string,
  header: { readonly names: readonly string[]; readonly line: number },
  rules: ColumnRules,
): Columns {
  const findings: Finding[] = [];
  const add = (severity: Finding['severity'], column: string | null, rule: string, message: string, hint?: string) => {
    findings.push(
      headerFinding({ file, line: header.line, severity, column, rule, message, suggestion: hint ?? null }),
    );
  };
  const byName = new Map(rules.known.toReversed().map((known) => [foldName(known.name), known]));
  const seen = new Map<string, string>();
  const fields = header.names.map((name): ColumnField | undefined => {
    if (RESERVED_NAMES.has(name)) {
      add(
        'error',
        name,
        'input.header.reserved',
        `The header ${JSON.stringify(name)} cannot be used`,
        'rename the column',
      );
      return undefined;
    }
    if (name.startsWith(OWN_PREFIX)) return undefined;
    const found = findField(name, byName, rules);
    const key = found ? `field ${found.name}` : `header ${foldName(name)}`;
    const twin = seen.get(key);
    seen.set(key, name);
    if (name.trim() === '') {
      add('warning', null, 'input.header.blank', 'A column without a header is ignored');
    } else if (twin !== undefined) {
      add('error', name, 'input.header.duplicate', duplicateWords(name, twin), 'remove or rename one of them');
    } else if (found === undefined) {
      const meant = closest(name, unseen(rules.known, seen));
      if (meant === undefined)
        add('warning', name, 'input.header.unknown', `The column ${JSON.stringify(name)} is ignored`);
      else
        add(
          'error',
          name,
          'input.header.misspelt',
          `The column ${JSON.stringify(name)} is not known`,
          `did you mean ${meant}?`,
        );
    }
    return twin === undefined ? found : undefined;
  });
  findings.push(...missingColumns(file, header.line, fields, rules.required));
  return { fields, header: header.names, isRejects: header.names.includes(`${OWN_PREFIX}line`), findings };
}

const OWN_PREFIX = '_';
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

function findField(name: string, byName: Map<string, ColumnField>, { mapping }: ColumnRules): ColumnField | undefined {
  const mapped = mapping?.get(name);
  if (mapped === undefined) return byName.get(foldName(name));
  const found = byName.get(foldName(mapped));
  if (found === undefined) throw new UsageError(`--map: there is no field ${JSON.stringify(mapped)} here`);
  return found;
}

function unseen(known: readonly ColumnField[], seen: ReadonlyMap<string, string>): string[] {
  return known.map(({ name }) => name).filter((name) => !seen.has(`field ${name}`));
}

function duplicateWords(name: string, twin: string): string {
  return name === twin
    ? `The header ${JSON.stringify(name)} stands twice`
    : `The headers ${JSON.stringify(twin)} and ${JSON.stringify(name)} name the same field`;
}

function missingColumns(
  file: string,
  line: number,
  fields: readonly (ColumnField | undefined)[],
  required: readonly ColumnField[],
): Finding[] {
  const present = new Set(fields.map((found) => found?.name));
  return required
    .filter(({ name }) => !present.has(name))
    .map((field) => {
      const rule = fieldRule({ ...field, isEntry: false }, 'required');
      const message = `The column ${field.name} is missing, which is required`;
      return {
        ...headerFinding({ file, line, severity: 'error', column: null, rule, message, suggestion: null }),
        field: field.name,
      };
    });
}

function headerFinding(
  detail: Pick<Finding, 'file' | 'line' | 'severity' | 'column' | 'rule' | 'message' | 'suggestion'>,
): Finding {
  return { ...detail, record: 0, field: null, key: null, code: codeOf(detail.rule) };
}
