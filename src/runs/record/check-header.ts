/** Whether the first line of a record is one that this program can go by: the file may be of another, or edited. */
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { RECORD_VERSION, type RunHeader } from './lines.ts';

const HEADER = z.object({
  type: z.literal('run'),
  version: z.int().min(1),
  run: z.string(),
  command: z.string(),
  at: z.string(),
  target: z.object({ kind: z.enum(['local', 'remote']), where: z.string() }),
  cwd: z.string().optional(),
  inputs: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })).optional(),
  options: z.record(z.string(), z.unknown()),
});

/** The header as it was read; a UsageError where it is none, or where only a newer program knows what it means. */
export function checkHeader(path: string, header: unknown): RunHeader {
  const { success } = HEADER.safeParse(header);
  if (!success) throw new UsageError(`${path} is not the record of a run`);
  const known = header as RunHeader;
  if (known.version > RECORD_VERSION) {
    throw new UsageError(`${path} was written by a newer examctl`, { hint: 'Use that version to resume the run.' });
  }
  return known;
}
