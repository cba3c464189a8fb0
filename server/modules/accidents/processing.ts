import {
  type AccidentDetail,
  type AccidentMove,
  type AccidentStatus,
  type AccidentUpdate,
  accidentMoves,
  reasonNeeded,
} from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { freeLease, holderOf } from '../../domain/accident-lease.ts';
import { DomainError } from '../../errors.ts';
import { statusTitle } from '../../plugins/errors.ts';
import { asking } from '../../table/presenting.ts';
import { updateRecord } from '../../table/saving.ts';
import { planReminder } from '../notifications/service.ts';
import type { Asking, Desk } from './desk.ts';
import { reasonOf } from './input.ts';
import { changing, leaseChanges } from './lease.ts';
import { tellOf } from './news.ts';
import { readDetail } from './reading.ts';
import { type AccidentKey, type AccidentState, writeAccident } from './repository.ts';
import { accidentsTable } from './table.ts';

const requireCurrent = async (desk: Desk, request: Asking, tx: Tx, accident: AccidentState, version: number) => {
  if (accident.version === version) return;
  throw new DomainError('STALE', { extra: { Current: await readDetail(desk, request, accident.id, tx.db) } });
};

/** Saves the operator's entries. */
export const update = (desk: Desk, request: Asking, id: number, body: AccidentUpdate): Promise<AccidentDetail> =>
  changing(desk, request, id, async (tx, _accident, key) => {
    const by = asking(desk, desk.dictionaries, request);
    return updateRecord<AccidentDetail>(tx, accidentsTable, by, id, { ...body }, async changes => {
      const call = changes.find(({ field }) => field === 'DateTimeOfNextCall');
      if (call) await planReminder(tx, key, typeof call.after === 'string' ? new Date(call.after) : null);
      await tellOf(tx, key, { action: 'update', fields: changes.map(({ field }) => field) });
    });
  });

const requireMove = ({ locale }: Asking, from: AccidentStatus, to: AccidentStatus, reason: string | undefined) => {
  if (!accidentMoves[from].includes(to)) {
    const values = { from: statusTitle(locale, from), to: statusTitle(locale, to) };
    throw new DomainError('MOVE_NOT_ALLOWED', { values });
  }
  if (reasonNeeded(to) && !reason) throw new DomainError('REASON_NEEDED');
};

export const countMove = async (tx: Tx, from: AccidentStatus, to: AccidentStatus): Promise<void> => {
  // In a fixed order, so that two opposite moves do not deadlock.
  for (const bucket of [from, to].sort()) tx.countRows('accidents', bucket, bucket === from ? -1 : 1);
};

export const setStatus = async (tx: Tx, key: AccidentKey, accident: AccidentState, to: AccidentStatus, at: Date) => {
  const ended = { operator_id: tx.actorId, finished_at: to === 'opened' ? null : at };
  await writeAccident(tx.db, key, { status: to, ...ended, ...freeLease, version: accident.version + 1 });
  await countMove(tx, accident.status, to);
};

/** Moves the accident to another bucket and ends the lease. */
export const move = (desk: Desk, request: Asking, id: number, body: AccidentMove): Promise<AccidentDetail> => {
  const reason = reasonOf(body.Reason);
  return changing(desk, request, id, async (tx, accident, key) => {
    await requireCurrent(desk, request, tx, accident, body.Version);
    requireMove(request, accident.status, body.Status, reason);
    await setStatus(tx, key, accident, body.Status, desk.now());
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'move',
      reason,
      changes: [
        { field: 'Status', before: accident.status, after: body.Status },
        ...leaseChanges(holderOf(accident, desk.now()), undefined),
      ],
    });
    // A processed accident needs no reminder; when it is reopened, its call is planned anew.
    await planReminder(tx, key, null);
    await tellOf(tx, key, { action: 'move', fields: ['Status', 'LockedBy'], statusBefore: accident.status });
    return readDetail(desk, request, id, tx.db);
  });
};
