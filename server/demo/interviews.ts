import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import type { DemoAccident } from './accidents.ts';
import type { Cell } from './rows.ts';
import type { Processing, Story } from './stories.ts';

export const callColumns = [
  'company_id',
  'accident_id',
  'at',
  'reason_id',
  'result_id',
  'contact_person_status_id',
  'comment',
  'next_call_at',
  'author_id',
  'author_name',
] as const;

/** Reason "First call about the impact". */
const firstCall = 1;
const betweenMs = 15 * 60_000;

/** Calls that match the notes: time, reason, result, contact, comment, next call. */
export const callsOf = ({ plan, createdMs }: DemoAccident, { notes, processing }: Story): Cell[][] => {
  const [note] = notes;
  if (!note) return [];
  const call = (atMs: number, result: number, next: string | null): Cell[] => [
    new Date(atMs),
    firstCall,
    result,
    processing.ContactPersonStatusId,
    '',
    next && new Date(next),
  ];
  const next = processing.DateTimeOfNextCall;
  if (plan.workStatusId === workStatus.callBack) return [call(note.atMs, callResult.callBack, next)];
  if (plan.workStatusId !== workStatus.unreachable) return [call(note.atMs, callResult.reached, null)];
  const before = Math.max(createdMs + 60_000, note.atMs - betweenMs);
  return [
    call(before, callResult.noAnswer, new Date(before + betweenMs).toISOString()),
    call(note.atMs, callResult.noAnswer, next),
  ];
};

/** Damage of each part. The kinds are assigned to the parts in turn. */
export const damagesOf = ({ CarPartIds, DamageDescriptionIds }: Processing): string[] =>
  CarPartIds.flatMap((part, at) => {
    const kind = DamageDescriptionIds[at % DamageDescriptionIds.length];
    return kind === undefined ? [] : [`${part}:${kind}`];
  });
