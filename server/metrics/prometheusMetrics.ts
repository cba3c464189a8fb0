import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../../src/contract/errors.ts';

/**
 * Fields of device messages that have a metric label of their own. Senders choose names freely, so all other names
 * share the label `other`.
 */
export const countedFields: readonly string[] = [
  'Acceleration.Start',
  'Speed',
  'Course',
  'Altitude',
  'Hdop',
  'Satellites',
  'Ignition',
  'Latitude',
  'Longitude',
  'Code',
];

/** Codes of refused sign-ins that have a metric label of their own. All other codes share the label `other`. */
export const countedRefusals: readonly string[] = [
  'WRONG_CREDENTIALS',
  'ACCOUNT_BLOCKED',
  'DEMO_CLOSED',
  'TOO_MANY_TRIES',
  'INVALID',
  'OVERLOADED',
  'DATABASE_DOWN',
] satisfies ErrorCode[];

const metricFactories = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name: `drivedesk_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `drivedesk_${name}`, help, labelNames: [...labelNames], registers });
  /**
   * Returns a counter whose series all exist from the start, with the value 0. A series that appears with its first
   * event would hide this event from `rate`, and a rule about a series that is absent never fires.
   */
  const presetCounter = <Label extends string>(
    name: string,
    help: string,
    valuesByLabel: Readonly<Record<Label, readonly string[]>>,
  ) => {
    const labelNames = Object.keys(valuesByLabel) as Label[];
    const counted = counter(name, help, labelNames);
    let series: Partial<Record<Label, string>>[] = [{}];
    for (const label of labelNames)
      series = series.flatMap(labels => valuesByLabel[label].map(value => ({ ...labels, [label]: value })));
    for (const labels of series) counted.inc(labels, 0);
    return counted;
  };
  return { counter, gauge, presetCounter };
};

/**
 * All metrics of this process. Label values come from closed sets only (route patterns, pool names, error codes),
 * because each new value is a series that is kept for ever.
 */
export const createMetrics = () => {
  const registry = new Registry();
  // Process and runtime, including event-loop lag since the last scrape (`nodejs_eventloop_lag_…`).
  collectDefaultMetrics({ register: registry });
  const { counter, gauge, presetCounter } = metricFactories(registry);
  return {
    registry,
    requestDuration: new Histogram({
      name: 'drivedesk_http_request_duration_seconds',
      help: 'From the head of a request to the last byte of its answer, by call. Status "left": the reader went before the end. Live streams are not in it.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    }),
    requestsInFlight: gauge('http_requests_in_flight', 'Requests without a whole answer yet, live streams aside.'),
    signInRefusals: presetCounter('sign_in_refusals_total', 'Sign-ins that were refused, by the code of the error.', {
      code: [...countedRefusals, 'other'],
    }),
    poolConnections: gauge('pool_connections', 'Connections to the database, by pool and whether in use.', [
      'pool',
      'state',
    ]),
    poolLimit: gauge('pool_connections_limit', 'The most connections a pool may open.', ['pool']),
    poolWaiting: gauge('pool_waiting', 'Whoever waits for a connection of the pool, or to be let in to it.', ['pool']),
    workersWaiting: gauge('workers_waiting', 'Large messages and long tracks that wait for a thread.'),
    databaseUp: gauge(
      'database_up',
      '1: the database is well, as /health says; 0: it is not, or did not answer within two seconds.',
    ),
    deferredTasks: gauge('later_tasks', 'Work promised with an answer that is still to be done (letters, notices).'),
    deferredFailures: counter('later_failures_total', 'Work promised with an answer that failed; the log says which.'),
    letters: presetCounter(
      'letters_total',
      'Attempts to send a letter by outcome: sent (or written to a file), failed.',
      { outcome: ['sent', 'failed'] },
    ),
    lettersQueued: gauge(
      'letters_queued',
      'Letters in the queue: waiting (sent now or tried again later), failed (given up after a day).',
      ['state'],
    ),
    ingestInFlight: gauge('ingest_requests_in_flight', 'Webhook calls of device platforms that are being stored.'),
    ingestMessages: presetCounter('ingest_messages_total', 'Messages of devices by kind and outcome.', {
      kind: ['statistic', 'crash'],
      outcome: ['stored', 'quarantined', 'duplicate'],
    }),
    ingestFixes: presetCounter('ingest_fixes_total', 'Positions from devices by outcome.', {
      outcome: ['accepted', 'suspect'],
    }),
    ingestIgnored: presetCounter(
      'ingest_values_ignored_total',
      'Values in messages of devices that counted as not sent (null, NaN, of another type, out of range), by field.',
      { field: [...countedFields, 'other'] },
    ),
    ingestRefused: presetCounter('ingest_rows_refused_total', 'Rows of messages of devices that were refused alone.', {
      rows: ['positions', 'alarms'],
    }),
    tripsRecomputed: counter('trips_recomputed_total', 'Trips that were recomputed after an upgrade or by a job.'),
    tripsOutdated: gauge('trips_outdated', 'Trips that are still to be recomputed after an upgrade, of all companies.'),
    drivesWaiting: gauge('drives_waiting', 'Long drives whose new positions wait to be cut into trips.'),
    drivesWaitingOverdue: gauge(
      'drives_waiting_overdue_seconds',
      'Time by which the longest waiting drive is overdue. 0: none is.',
    ),
    liveStreams: gauge('live_streams', 'Live streams that are open.'),
    liveStreamsWaiting: gauge('live_streams_waiting', 'Live streams whose reader takes more slowly than events come.'),
    liveListeners: gauge(
      'live_listeners',
      'Connections that hear of events from the database: 1, or 0 after a loss until there is another.',
    ),
  };
};

export type PrometheusMetrics = ReturnType<typeof createMetrics>;
