/** Masks the cells of rejected rows: personal data unless it is to be revealed, secrets always. */
import type { ReportedRun } from '../../model/report.ts';
import { isSecret } from '../../platform/secrets.ts';
import { maskPersonal } from '../report/mask.ts';

/** A column that no field is known of may hold anything. */
export function createCellMask(
  header: readonly string[],
  { columnFields, reveal = false }: Pick<ReportedRun, 'columnFields' | 'reveal'>,
): (cell: string, column: number) => string {
  const modes = header.map((name): 'shown' | 'masked' | 'secret' => {
    const fields = columnFields?.get(name);
    if (fields?.some(isSecret)) return 'secret';
    return reveal || fields?.every(({ personal }) => !personal) ? 'shown' : 'masked';
  });
  return (cell, column) => {
    const mode = modes[column] ?? 'masked';
    if (mode === 'shown' || cell === '') return cell;
    return mode === 'secret' ? '(not shown)' : maskPersonal(cell);
  };
}
