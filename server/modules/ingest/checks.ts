import type { CrashMessage, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { momentMs } from '../../domain/moment.ts';
import type { FieldFault } from '../../errors.ts';

const maxFaults = 20;

/**
 * Returns a fault if the crash time cannot be read. A time that can be read but is wrong by years is no fault, because
 * the crash happened nevertheless (`correctTime`).
 */
const crashMomentFault = (text: string): FieldFault | undefined =>
  Number.isNaN(momentMs(text))
    ? { field: 'CrashDateTime', message: 'format', values: { format: '2026-01-15T09:30:00.000Z' } }
    : undefined;

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

const crashFault = (message: CrashMessage): FieldFault | undefined =>
  idFault(message) ?? crashMomentFault(message.CrashDateTime);

/**
 * Returns the faults of all messages that schemas cannot express, twenty at most. Runs before the first message is
 * stored. If the body is an array, the field name of a fault begins with the message's index.
 */
export const faultsOfMessages = (
  kind: 'statistic' | 'crash',
  body: StatisticMessage | CrashMessage | readonly (StatisticMessage | CrashMessage)[],
): readonly FieldFault[] => {
  const isArray = Array.isArray(body);
  const faults: FieldFault[] = [];
  for (const [i, message] of (isArray ? body : [body]).entries()) {
    const fault = kind === 'statistic' ? idFault(message as StatisticMessage) : crashFault(message as CrashMessage);
    if (fault) faults.push(isArray ? { ...fault, field: `${i}.${fault.field}` } : fault);
    if (faults.length === maxFaults) break;
  }
  return faults;
};
