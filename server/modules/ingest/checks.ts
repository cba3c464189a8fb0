import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import { momentMs } from '../../domain/moment.ts';
import type { FieldFault } from '../../errors.ts';
import { believableTimes, isBelievable } from './believable.ts';

const mostFaults = 20;

const momentFault = (field: string, text: string): FieldFault | undefined =>
  Number.isNaN(momentMs(text)) ? { field, message: 'format', values: { format: '2026-01-15T09:30:00Z' } } : undefined;

const curveFault = (field: string, curve: Curve): FieldFault | undefined => {
  const samples = curve.Longitudinal.length;
  if (curve.Lateral.length !== samples) return { field: `${field}.Lateral`, message: 'unevenCurve' };
  if (curve.Vertical.length !== samples) return { field: `${field}.Vertical`, message: 'unevenCurve' };
  const slowestHz = samples / (dayMs / 1000);
  if (curve.RateHz < slowestHz) return { field: `${field}.RateHz`, message: 'minimum', values: { min: slowestHz } };
  return momentFault(`${field}.Start`, curve.Start);
};

/** Rejects a crash time too far in the past or in the future. Such a crash is useless, so the message is refused. */
const crashMomentFault = (text: string, nowMs: number): FieldFault | undefined => {
  if (isBelievable(momentMs(text), nowMs)) return undefined;
  const { fromMs, toMs } = believableTimes(nowMs);
  // The reader is a program, which writes its times so.
  const format = `${new Date(fromMs).toISOString()} … ${new Date(toMs).toISOString()}`;
  return { field: 'CrashDateTime', message: 'format', values: { format } };
};

const idFault = ({ MessageId, Imei }: StatisticMessage | CrashMessage): FieldFault | undefined => {
  if (!isStorable(MessageId)) return { field: 'MessageId', message: 'characters' };
  if (Imei.trim() === '') return { field: 'Imei', message: 'required' };
  return isStorable(Imei) ? undefined : { field: 'Imei', message: 'characters' };
};

const statisticFault = (message: StatisticMessage): FieldFault | undefined =>
  idFault(message) ?? (message.Acceleration ? curveFault('Acceleration', message.Acceleration) : undefined);

const crashFault = (message: CrashMessage, nowMs: number): FieldFault | undefined =>
  idFault(message) ??
  crashMomentFault(message.CrashDateTime, nowMs) ??
  (message.Curve ? curveFault('Curve', message.Curve) : undefined);

/**
 * Returns the faults of all messages that schemas cannot express, twenty at most. Runs before the first message is
 * stored.
 * In an array the field begins with the message's index.
 */
export const faultsOfMessages = (
  kind: 'statistic' | 'crash',
  body: StatisticMessage | CrashMessage | readonly (StatisticMessage | CrashMessage)[],
  nowMs: number,
): readonly FieldFault[] => {
  const many = Array.isArray(body);
  const faults: FieldFault[] = [];
  for (const [i, message] of (many ? body : [body]).entries()) {
    const fault =
      kind === 'statistic' ? statisticFault(message as StatisticMessage) : crashFault(message as CrashMessage, nowMs);
    if (fault) faults.push(many ? { ...fault, field: `${i}.${fault.field}` } : fault);
    if (faults.length === mostFaults) break;
  }
  return faults;
};
