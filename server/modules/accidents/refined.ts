import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import { notifyCompany } from '../notifications/service.ts';
import { joinQueue } from './heldBack.ts';
import { tellOf } from './news.ts';
import { type AccidentKey, holdRow, writeAccident } from './repository.ts';

interface Refined {
  readonly before: CrashFacts;
  readonly after: CrashFacts;
  /** Where it was, if that was not known; null: it was. */
  readonly place: { readonly latitude: number | null; readonly longitude: number | null } | null;
  /** Its recording is not believed: it waits outside the queue whatever its class. */
  readonly held: boolean;
}

const tenths = (value: number | null): number | null => value && Math.round(value * 10) / 10;

/** As precisely as the history tells of it; less makes no change. */
const listed = (facts: CrashFacts) => ({
  SpeedBeforeKmh: tenths(facts.SpeedBeforeKmh),
  SpeedAfterKmh: tenths(facts.SpeedAfterKmh),
  StandsAfter: facts.StandsAfter,
  CrashProbabilityPercent: facts.CrashProbability && Math.round(facts.CrashProbability * 100),
  Severity: facts.Severity,
});

/**
 * Writes what is known better by now of an impact. Whoever works on the case keeps its version: nothing they enter has
 * changed. What lay with the mini-losses for its class alone, untouched, joins the queue when its class is another.
 */
export const refineAccident = async (
  tx: Tx,
  key: AccidentKey,
  { before, after, place, held }: Refined,
): Promise<void> => {
  const found = place?.latitude == null ? null : place;
  const changes = [
    ...differences(listed(before), listed(after)),
    ...(found ? differences({}, { Latitude: found.latitude, Longitude: found.longitude }) : []),
  ];
  if (changes.length === 0) return;
  const { status, version, operator_id, finished_at } = await holdRow(tx.db, key);
  const untouched = operator_id === null && finished_at === null;
  const joins = status === 'notvalid' && untouched && !held && before.Severity === 'mini' && after.Severity !== 'mini';
  await writeAccident(tx.db, key, {
    facts: JSON.stringify(after),
    severity: after.Severity,
    ...found,
  });
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes });
  if (joins) await joinQueue(tx, key, version, ['Severity']);
  else await tellOf(tx, key, { action: 'update', fields: changes.map(({ field }) => field) });
  if (after.Severity === 'major' && before.Severity !== 'major' && status !== 'closed')
    await notifyCompany(tx, { companyId: key.companyId, kind: 'major', at: tx.at, accidentId: key.id });
};
