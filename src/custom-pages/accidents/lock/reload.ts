import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { leaseMs } from './lease.ts';

const name = 'case held';

/**
 * Stores in this tab that it held the lease until now. Leaving a page frees the case at once, and a reload needs to
 * know.
 */
export const rememberLease = (me: number, accidentId: number, nowMs: number): void => {
  writePersonal(me, name, { accidentId, untilMs: nowMs + leaseMs }, sessionStorage);
};

/** Returns true, once, if this tab left the case a moment ago, as a reload does. */
export const hadLease = (me: number, accidentId: number, nowMs: number): boolean => {
  const note = (readPersonal(me, name, sessionStorage) ?? {}) as { accidentId?: unknown; untilMs?: unknown };
  writePersonal(me, name, undefined, sessionStorage);
  return note.accidentId === accidentId && typeof note.untilMs === 'number' && note.untilMs > nowMs;
};
