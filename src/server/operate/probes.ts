/**
 * Probes for operators: whether the server is alive, whether it is ready, and its metrics. They are at the root of the
 * host, need no token, and accept any host name, since probes use addresses. They contain no personal data.
 */
import { HEADERS, type ServerAnswer } from '../answers.ts';
import { isDoneWithin } from '../connections.ts';

export interface ProbeOptions {
  /** Rejects if the store cannot be used. */
  readonly check: () => Promise<unknown>;
  /** False once the server has begun to stop. */
  readonly isServing: () => boolean;
  /** The metrics, in the text form of Prometheus. */
  readonly metrics: () => Promise<string>;
}

interface Probe {
  readonly route: { readonly method: 'GET'; readonly path: string };
  readonly operation: string;
  readonly answer: () => Promise<ServerAnswer>;
}

/** A server whose store answers later than this is not ready. */
const CHECK_MS = 2_000;

export type FindProbe = (path: string) => Probe | undefined;

export function createProbes({ check, isServing, metrics }: ProbeOptions): FindProbe {
  const ready = async (): Promise<ServerAnswer> => {
    if (!isServing()) return plain(503, 'stopping\n');
    const isUsable = await isDoneWithin(CHECK_MS, check()).catch(() => false);
    return isUsable ? plain(200, 'ready\n') : plain(503, 'the store does not answer\n');
  };
  const probes = new Map<string, Probe>(
    Object.entries({
      healthz: async () => plain(200, 'ok\n'),
      readyz: ready,
      metrics: async () => plain(200, await metrics(), 'text/plain; version=0.0.4; charset=utf-8'),
    }).map(([operation, answer]) => {
      const path = `/${operation}`;
      return [path, { route: { method: 'GET', path }, operation, answer }];
    }),
  );
  return (path) => probes.get(path);
}

function plain(status: ServerAnswer['status'], text: string, type = 'text/plain; charset=utf-8'): ServerAnswer {
  return { status, text, headers: { ...HEADERS, 'Content-Type': type } };
}
