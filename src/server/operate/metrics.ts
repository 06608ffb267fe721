/** The metrics at /metrics: counts of logged events, and numbers of the store and of Node. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ServerEvent, ServerLog } from '../events.ts';

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
  const requests = addRequestMetrics(registry);
  const refusals = new Counter({
    name: 'examctl_http_refusals_total',
    help: 'Connections that carried no request',
    registers,
    labelNames: ['rule'],
  });
  const faults = new Counter({ name: 'examctl_faults_total', help: 'Exceptions behind a 500 or 503', registers });
  addStoreMetrics(store, registers);
  const log = (event: ServerEvent): void => {
    if (event.event === 'fault') faults.inc();
    else if (event.event === 'refusal') refusals.inc({ rule: event.rule });
    else requests.add(event.operation ?? 'none', event.status, event.durationMs / 1_000);
  };
  return { log, text: () => registry.metrics() };
}

/**
 * Counts requests in plain numbers, and passes them to the library only when somebody reads the metrics. For each
 * observation, the library searches its labels, which takes longer than the server needs for a request.
 */
function addRequestMetrics(registry: Registry) {
  const statuses = new Map<string, Map<number, number>>();
  const durations = new Map<string, { readonly counts: number[]; sum: number }>();
  const registers = [registry];
  const requests: Counter<string> = new Counter({
    name: 'examctl_http_requests_total',
    help: 'Requests that were answered',
    registers,
    labelNames: ['operation', 'status'],
    collect: () => {
      requests.reset();
      for (const [operation, counts] of statuses) {
        for (const [status, count] of counts) requests.inc({ operation, status }, count);
      }
    },
  });
  const name = 'examctl_http_request_duration_seconds';
  const valuesOf = () =>
    [...durations].flatMap(([operation, { counts, sum }]) => {
      let total = 0;
      const buckets = [...BUCKETS, '+Inf'].map((le, at) => {
        total += counts[at] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, operation }, value: total };
      });
      const count = { metricName: `${name}_count`, labels: { operation }, value: total };
      return [...buckets, { metricName: `${name}_sum`, labels: { operation }, value: sum }, count];
    });
  const histogram = { name, help: 'Time to the answer', type: 'histogram', aggregator: 'sum' };
  registry.registerMetric({ ...histogram, get: async () => ({ ...histogram, values: valuesOf() }) } as never);
  return {
    add: (operation: string, status: number, seconds: number): void => {
      const counts = entryOf(statuses, operation, () => new Map<number, number>());
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const spent = entryOf(durations, operation, () => ({
        counts: Array<number>(BUCKETS.length + 1).fill(0),
        sum: 0,
      }));
      let at = 0;
      while (at < BUCKETS.length && seconds > (BUCKETS[at] ?? 0)) at += 1;
      spent.counts[at] = (spent.counts[at] ?? 0) + 1;
      spent.sum += seconds;
    },
  };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds metrics that are read from the store on demand. Metrics that the store does not have are left out. */
function addStoreMetrics(store: () => StoreMetrics | undefined, registers: Registry[]): void {
  const known = store();
  for (const { name, help, read } of STORE_METRICS) {
    if (known === undefined || read(known) === undefined) continue;
    const now = () => read(store() ?? known) ?? 0;
    if (name.endsWith('_total')) {
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

interface StoreMetric {
  readonly name: string;
  readonly help: string;
  readonly read: (metrics: StoreMetrics) => number | undefined;
}

const STORE_METRICS: readonly StoreMetric[] = [
  ['commits_total', 'Transactions that changed something', (store: StoreMetrics) => store.commits],
  ['retries_total', 'Transactions that were run again', (store: StoreMetrics) => store.retries],
  ['connections_open', 'Connections to the database', (store: StoreMetrics) => store.pool?.open],
  ['connections_idle', 'Connections without work', (store: StoreMetrics) => store.pool?.idle],
  ['connections_waiting', 'Transactions that wait for a connection', (store: StoreMetrics) => store.pool?.waiting],
].map(([name, help, read]) => ({ name: `examctl_store_${name}`, help, read }) as StoreMetric);
