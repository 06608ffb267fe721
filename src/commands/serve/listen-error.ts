import { UsageError } from '../../errors.ts';

const REASONS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  EADDRINUSE: ['the port is in use', 'Choose another one with --port; 0 takes a free one.'],
  EACCES: ['the port may not be used', 'Choose one above 1023 with --port; 0 takes a free one.'],
  EADDRNOTAVAIL: ['this machine does not have that address', 'Give an address of this machine with --host.'],
  ENOTFOUND: ['that name has no address', 'Give a name or an address of this machine with --host.'],
  EAI_AGAIN: ['that name cannot be looked up now', 'Give an address of this machine with --host.'],
};

/** Why the server cannot listen there. */
export function listenError(host: string, port: number, cause: NodeJS.ErrnoException): UsageError {
  const [problem, hint] = REASONS[cause.code ?? ''] ?? [cause.message, 'Choose another --host or --port.'];
  return new UsageError(`Cannot listen on ${host}, port ${port}: ${problem}`, { hint, cause });
}
