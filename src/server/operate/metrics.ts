/** The metrics at /metrics: counts of logged events, and numbers of the store and of Node. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServerLog } from '../events.ts';

/** The same counts as in the store's port, which this room may not import. */
interface StoreMetrics {
  readonly commits: number;
  readonly retries?: number | undefined;
  readonly pool?: { readonly open: number; readonly idle: number; readonly waiting: number } | undefined;
}

export interface Metrics {
  readonly log: ServerLog;
  text(): Promise<string>;
}

/** Limits in seconds. A GET of a kept answer takes less than the first, and the hash of a password about the sixth. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(store: () => StoreMetrics | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'examctl_http_requests_total',
    help: 'Requests that were answered',
    registers,
    labelNames: ['operation', 'status'],
  });
  const durations = new Histogram({
    name: 'examctl_http_request_duration_seconds',
    help: 'Time to the answer',
    registers,
    labelNames: ['operation'],
    buckets: BUCKETS,
  });
  const refusals = new Counter({
    name: 'examctl_http_refusals_total',
    help: 'Connections that carried no request',
    registers,
    labelNames: ['rule'],
  });
  const faults = new Counter({ name: 'examctl_faults_total', help: 'Exceptions behind a 500 or 503', registers });
  addStoreMetrics(store, registers);
  const log: ServerLog = (event) => {
    if (event.event === 'fault') faults.inc();
    else if (event.event === 'refusal') refusals.inc({ rule: event.rule });
    else {
      const operation = event.operation ?? 'none';
      requests.inc({ operation, status: event.status });
      durations.observe({ operation }, event.durationMs / 1_000);
    }
  };
  return { log, text: () => registry.metrics() };
}

type ReadMetric = (metrics: StoreMetrics) => number | undefined;

const STORE_METRICS: readonly (readonly [name: string, help: string, read: ReadMetric])[] = [
  ['commits_total', 'Transactions that changed something', (store) => store.commits],
  ['retries_total', 'Transactions that were run again', (store) => store.retries],
  ['connections_open', 'Connections to the database', (store) => store.pool?.open],
  ['connections_idle', 'Connections without work', (store) => store.pool?.idle],
  ['connections_waiting', 'Transactions that wait for a connection', (store) => store.pool?.waiting],
];

/** Adds metrics that are read from the store on demand. Metrics that the store does not have are left out. */
function addStoreMetrics(store: () => StoreMetrics | undefined, registers: Registry[]): void {
  const known = store();
  for (const [own, help, read] of STORE_METRICS) {
    if (known === undefined || read(known) === undefined) continue;
    const name = `examctl_store_${own}`;
    const now = () => read(store() ?? known) ?? 0;
    if (own.endsWith('_total')) {
      // The store counts, so the counter is set to the store's number.
      const collect = (): void => {
        total.reset();
        total.inc(now());
      };
      const total: Counter = new Counter({ name, help, registers, collect });
    } else {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(now()) });
    }
  }
}
