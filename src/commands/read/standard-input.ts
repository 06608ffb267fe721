/** Standard input as the file of a command. */
import type { Call } from '../options/call.ts';
import { confirmWrite } from '../options/store-options.ts';

type Reading = Pick<Call, 'context' | 'output'>;

const NAMES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/tty']);

/** Whether a file is standard input, or the terminal that it usually is. */
export function isStandardInput(file: string): boolean {
  return NAMES.has(file);
}

/** Says that the command waits for the terminal: it looks the same as one that works. */
export function sayItWaits({ context, output }: Reading, file: string): void {
  if (isStandardInput(file) && context.stdin.isTTY) output.note('Reading from the terminal; end with Ctrl-D.');
}

/** To be called before a command that writes reads its only file. What must be confirmed is not asked for afterwards. */
export async function beginReading(call: Call, file: string): Promise<void> {
  if (!isStandardInput(file)) return;
  call.output.takeInput();
  await confirmWrite(call);
  sayItWaits(call, file);
}
