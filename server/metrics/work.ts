import type { CrashResult, StatisticResult } from '../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../context.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Figures } from './figures.ts';

const countLetters = ({ send }: Mailer, { letters }: Figures): Mailer => ({
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
  (deferred: Context['deferred'], { deferredTasks, deferredFailures }: Figures): Context['deferred'] =>
  (what, work) => {
    deferredTasks.inc();
    deferred(what, async () => {
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

/** Returns the context with counters for its letters and its deferred work. */
export const meterContext = (context: Context, figures: Figures): Context => ({
  ...context,
  mail: countLetters(context.mail, figures),
  deferred: countDeferred(context.deferred, figures),
});

type Stored = StatisticResult | CrashResult;

const outcomeOf = ({ Duplicate, Quarantined }: Stored): string =>
  Duplicate ? 'duplicate' : Quarantined ? 'quarantined' : 'stored';

/** Senders may choose names freely, so unknown names share the label `other`. */
const knownFields = [
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

const countNotTaken = ({ ingestIgnored, ingestRefused }: Figures, result: Stored): void => {
  for (const { Field, Count } of result.Ignored ?? [])
    ingestIgnored.inc({ field: knownFields.includes(Field) ? Field : 'other' }, Count);
  if (result.RefusedCount) ingestRefused.inc({ rows: 'positions' }, result.RefusedCount);
  if ('RefusedAlarmsCount' in result && result.RefusedAlarmsCount)
    ingestRefused.inc({ rows: 'alarms' }, result.RefusedAlarmsCount);
};

const countStored = async <Answer>(
  figures: Figures,
  kind: 'statistic' | 'crash',
  work: Promise<Answer>,
  resultsOf: (answer: Answer) => readonly Stored[],
): Promise<Answer> => {
  const { ingestInFlight, ingestMessages, ingestFixes } = figures;
  ingestInFlight.inc();
  try {
    const answer = await work;
    for (const result of resultsOf(answer)) {
      ingestMessages.inc({ kind, outcome: outcomeOf(result) });
      // A duplicate message repeats its first answer, which is already counted.
      if (result.Duplicate) continue;
      countNotTaken(figures, result);
      if (!('Accepted' in result)) continue;
      ingestFixes.inc({ outcome: 'accepted' }, result.Accepted);
      ingestFixes.inc({ outcome: 'suspect' }, result.Suspect);
    }
    return answer;
  } finally {
    ingestInFlight.dec();
  }
};

type Ingesting = HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook' | 'POST /api/v3/ingest/traccar'>;
/** Handlers of all calls, by call. */
export type Handlers = Readonly<Record<string, unknown>>;

/** Returns the handlers with counters for the device data that they receive. */
export const meterHandlers = (handlers: Handlers, figures: Figures): Handlers => {
  const ingesting = handlers as Handlers & Ingesting;
  const metered: Ingesting = {
    'POST /api/statistic/webhook': request =>
      countStored(figures, 'statistic', ingesting['POST /api/statistic/webhook'](request), ({ Results }) => Results),
    'POST /api/crash/webhook': request =>
      countStored(figures, 'crash', ingesting['POST /api/crash/webhook'](request), ({ Results }) => Results),
    'POST /api/v3/ingest/traccar': request =>
      countStored(figures, 'statistic', ingesting['POST /api/v3/ingest/traccar'](request), ({ Telemetry }) =>
        Telemetry ? [Telemetry] : [],
      ),
  };
  return { ...handlers, ...metered };
};
