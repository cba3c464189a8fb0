import type { AccidentCreate, AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { invalid } from '../../errors.ts';
import type { Asking, Desk } from './desk.ts';
import { momentOf, textOf } from './input.ts';
import { readDetail } from './reading.ts';
import { createAccident } from './service.ts';

/** Tolerated difference between two machines' clocks. */
const toleranceMs = 5 * 60_000;

const optional = (field: string, text: string | undefined): string => (text?.trim() ? textOf(field, text.trim()) : '');

const requireWholePlace = ({ Latitude, Longitude }: AccidentCreate): void => {
  if ((Latitude === undefined) === (Longitude === undefined)) return;
  throw invalid({ field: Latitude === undefined ? 'Latitude' : 'Longitude', message: 'required' });
};

/** Creates an accident reported by a person: without a curve nothing is computed. */
export const report = (desk: Desk, asking: Asking, body: AccidentCreate): Promise<AccidentDetail> => {
  const now = desk.now();
  const crashAt = momentOf('CrashDateTime', body.CrashDateTime);
  if (crashAt.getTime() > now.getTime() + toleranceMs)
    throw invalid({ field: 'CrashDateTime', message: 'maximum', values: { max: now.toISOString() } });
  requireWholePlace(body);
  return asking.change(async tx => {
    const { id } = await createAccident(tx, {
      companyId: asking.caller.companyId,
      voucherId: body.VoucherId,
      crashAt,
      source: optional('Source', body.Source) || 'operator',
      latitude: body.Latitude ?? null,
      longitude: body.Longitude ?? null,
      city: optional('City', body.City),
      street: optional('Street', body.Street),
      facts: noFacts(),
      status: 'opened',
      createdAt: now,
    });
    return readDetail(desk, asking, id, tx.db);
  });
};
