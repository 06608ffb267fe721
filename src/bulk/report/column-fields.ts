/** The fields in each column of an input. A report uses them to mask cells. */
import type { Draft } from '../../model/draft.ts';
import type { Field } from '../../platform/fields/field.ts';
import { REQUEST_RESOURCES } from '../../platform/resources/index.ts';

/** Fields by the header of their column. A record knows the column of each field, whatever its header is. */
export function fieldsByColumn(draft: Draft): ReadonlyMap<string, readonly Field[]> {
  const fields = new Map<string, Field[]>();
  for (const resource of REQUEST_RESOURCES) {
    for (const [name, field] of Object.entries(resource.fields)) {
      for (const path of [[name], ['Schedule', name], ['Candidates', 0, name]]) {
        const { column } = draft.locate(path);
        if (column !== null) fields.set(column, [...(fields.get(column) ?? []), field]);
      }
    }
  }
  return fields;
}
