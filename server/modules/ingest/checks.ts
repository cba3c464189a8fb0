import type { CrashMessage, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { momentMs } from '../../domain/moment.ts';
import type { FieldFault } from '../../errors.ts';
import { isPlausibleTime, plausibleTimes } from './plausibleTimes.ts';

const maxFaults = 20;

/**
 * Returns a fault if the crash time is too far in the past or in the future. The message is then refused, because a
 * crash without its true time is useless.
 */
const crashMomentFault = (text: string, nowMs: number): FieldFault | undefined => {
  if (isPlausibleTime(momentMs(text), nowMs)) return undefined;
  const { fromMs, toMs } = plausibleTimes(nowMs);
  // The error shows the permitted times in ISO 8601, because the sender is a program that writes its times in this
  // form.
  const allowedTimes = `${new Date(fromMs).toISOString()} … ${new Date(toMs).toISOString()}`;
  return { field: 'CrashDateTime', message: 'format', values: { format: allowedTimes } };
};

/**
 * Whether an id is a JSON number above 2^53. Such numbers are rounded, so two devices or messages would get the same
 * id.
 */
const isRoundedNumber = (id: unknown): boolean => typeof id === 'number' && !Number.isSafeInteger(id);

const idFault = ({ MessageId, Imei }: StatisticMessage | CrashMessage): FieldFault | undefined => {
  for (const [field, id] of Object.entries({ MessageId, Imei })) {
    if (isRoundedNumber(id)) return { field, message: 'maximum', values: { max: Number.MAX_SAFE_INTEGER } };
    if (!isStorable(String(id))) return { field, message: 'characters' };
  }
  return String(Imei).trim() === '' ? { field: 'Imei', message: 'required' } : undefined;
};

const crashFault = (message: CrashMessage, nowMs: number): FieldFault | undefined =>
  idFault(message) ?? crashMomentFault(message.CrashDateTime, nowMs);

/**
 * Returns the faults of all messages that schemas cannot express, twenty at most. Runs before the first message is
 * stored. If the body is an array, the field name of a fault begins with the message's index.
 */
export const faultsOfMessages = (
  kind: 'statistic' | 'crash',
  body: StatisticMessage | CrashMessage | readonly (StatisticMessage | CrashMessage)[],
  nowMs: number,
): readonly FieldFault[] => {
  const isArray = Array.isArray(body);
  const faults: FieldFault[] = [];
  for (const [i, message] of (isArray ? body : [body]).entries()) {
    const fault =
      kind === 'statistic' ? idFault(message as StatisticMessage) : crashFault(message as CrashMessage, nowMs);
    if (fault) faults.push(isArray ? { ...fault, field: `${i}.${fault.field}` } : fault);
    if (faults.length === maxFaults) break;
  }
  return faults;
};
