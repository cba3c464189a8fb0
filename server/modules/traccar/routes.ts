import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { readMessages, takeStatistic, worded } from '../ingest/service.ts';
import { alarmsOf } from './alarms.ts';
import { readTraccar } from './reading.ts';

/** Returns the result of the accident alarm, or of the SOS alarm if there is no accident. */
const accidentOf = (
  { MessageId, Duplicate, Quarantined, Cases = [] }: StatisticResult,
  makesCase: boolean,
): CrashResult | null => {
  const about = { MessageId, Duplicate, Quarantined };
  const found = Cases.find(({ Kind }) => Kind === 'crash') ?? Cases[0];
  if (found) {
    const { AccidentId, CrashUniqueIdentifier, Repeated } = found;
    return { ...about, AccidentId, CrashUniqueIdentifier, ...(Repeated && { Repeated }) };
  }
  return makesCase ? { ...about, AccidentId: null, CrashUniqueIdentifier: null } : null;
};

/** Converts the messages that Traccar forwards to this interface's messages, and stores them in the same way. */
export const traccarHandlers = ({ now, workers }: Context): HandlersOf<'POST /api/v3/ingest/traccar'> => ({
  'POST /api/v3/ingest/traccar': async ({ body, platform, change, locale }) => {
    const nowMs = now().getTime();
    const sent = readTraccar(body, nowMs);
    if (!sent) return { Telemetry: null, Accident: null };
    let answer: { Telemetry: StatisticResult | null; Accident: CrashResult | null } = {
      Telemetry: null,
      Accident: null,
    };
    for await (const message of readMessages(workers, 'statistic', sent, nowMs)) {
      const makesCase = message.alarms.some(({ kind }) => kind === 'accident' || kind === 'sos');
      const taken = worded(await change(tx => takeStatistic(tx, workers, platform, message)), locale);
      const { left } = alarmsOf(body.position, body.event);
      const Telemetry =
        left === 0 ? taken : { ...taken, Ignored: [...(taken.Ignored ?? []), { Field: 'alarm', Count: left }] };
      answer = { Telemetry, Accident: accidentOf(Telemetry, makesCase) };
    }
    return answer;
  },
});
