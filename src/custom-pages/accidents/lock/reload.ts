import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { leaseMs } from './lease.ts';

const name = 'case held';

/** Leaving a page frees its case at once; in this tab it is known for as long as it would have been held. */
export const noteHeld = (me: number, accidentId: number, nowMs: number): void => {
  writePersonal(me, name, { accidentId, untilMs: nowMs + leaseMs }, sessionStorage);
};

/** Whether this tab left the case a moment ago, as a reload does: told once. */
export const heldBefore = (me: number, accidentId: number, nowMs: number): boolean => {
  const note = (readPersonal(me, name, sessionStorage) ?? {}) as { accidentId?: unknown; untilMs?: unknown };
  writePersonal(me, name, undefined, sessionStorage);
  return note.accidentId === accidentId && typeof note.untilMs === 'number' && note.untilMs > nowMs;
};
