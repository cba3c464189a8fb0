import type { CrashResult, StatisticResult } from '../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../context.ts';
import type { Mailer } from '../mail/mailer.ts';
import { countedFields, type PrometheusMetrics } from './prometheusMetrics.ts';

const countLetters = ({ send }: Mailer, { letters }: PrometheusMetrics): Mailer => ({
  send: async letter => {
    try {
      await send(letter);
    } catch (error) {
      letters.inc({ outcome: 'failed' });
      throw error;
    }
    letters.inc({ outcome: 'sent' });
  },
});

const countDeferred =
  (defer: Context['defer'], { deferredTasks, deferredFailures }: PrometheusMetrics): Context['defer'] =>
  (description, work) => {
    deferredTasks.inc();
    defer(description, async () => {
      try {
        await work();
      } catch (error) {
        deferredFailures.inc();
        throw error;
      } finally {
        deferredTasks.dec();
      }
    });
  };

export const meterContext = (context: Context, figures: PrometheusMetrics): Context => ({
  ...context,
  mail: countLetters(context.mail, figures),
  defer: countDeferred(context.defer, figures),
  onTripsRecomputed: count => figures.tripsRecomputed.inc(count),
});

type IngestResult = StatisticResult | CrashResult;

const outcomeOf = ({ Duplicate, Quarantined }: IngestResult): string =>
  Duplicate ? 'duplicate' : Quarantined ? 'quarantined' : 'stored';

const countRejected = ({ ingestIgnored, ingestRefused }: PrometheusMetrics, result: IngestResult): void => {
  for (const { Field, Count } of result.Ignored ?? [])
    ingestIgnored.inc({ field: countedFields.includes(Field) ? Field : 'other' }, Count);
  if (result.RefusedCount) ingestRefused.inc({ rows: 'positions' }, result.RefusedCount);
  if ('RefusedAlarmsCount' in result && result.RefusedAlarmsCount)
    ingestRefused.inc({ rows: 'alarms' }, result.RefusedAlarmsCount);
};

const countResults = async <Answer>(
  figures: PrometheusMetrics,
  kind: 'statistic' | 'crash',
  work: Promise<Answer>,
  resultsOf: (answer: Answer) => readonly IngestResult[],
): Promise<Answer> => {
  const { ingestInFlight, ingestMessages, ingestFixes } = figures;
  ingestInFlight.inc();
  try {
    const answer = await work;
    for (const result of resultsOf(answer)) {
      ingestMessages.inc({ kind, outcome: outcomeOf(result) });
      // The answer to a duplicate message repeats the first answer, whose fixes are already counted.
      if (result.Duplicate) continue;
      countRejected(figures, result);
      if (!('Accepted' in result)) continue;
      ingestFixes.inc({ outcome: 'accepted' }, result.Accepted);
      ingestFixes.inc({ outcome: 'suspect' }, result.Suspect);
    }
    return answer;
  } finally {
    ingestInFlight.dec();
  }
};

type IngestHandlers = HandlersOf<
  'POST /api/statistic/webhook' | 'POST /api/crash/webhook' | 'POST /api/v3/ingest/traccar'
>;
export type Handlers = Readonly<Record<string, unknown>>;

export const meterHandlers = (handlers: Handlers, figures: PrometheusMetrics): Handlers => {
  const ingestHandlers = handlers as Handlers & IngestHandlers;
  const meteredHandlers: IngestHandlers = {
    'POST /api/statistic/webhook': request =>
      countResults(
        figures,
        'statistic',
        ingestHandlers['POST /api/statistic/webhook'](request),
        ({ Results }) => Results,
      ),
    'POST /api/crash/webhook': request =>
      countResults(figures, 'crash', ingestHandlers['POST /api/crash/webhook'](request), ({ Results }) => Results),
    'POST /api/v3/ingest/traccar': request =>
      countResults(figures, 'statistic', ingestHandlers['POST /api/v3/ingest/traccar'](request), ({ Telemetry }) =>
        Telemetry ? [Telemetry] : [],
      ),
  };
  return { ...handlers, ...meteredHandlers };
};
