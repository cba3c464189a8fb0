import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { leaseMs } from './lease.ts';

const name = 'case held';

/**
 * Stores in this tab that the user had the lease when leaving the page. Leaving releases the lease, so after a reload
 * the page can take it again.
 */
export const rememberLease = (me: number, accidentId: number, nowMs: number): void => {
  writePersonal(me, name, { accidentId, untilMs: nowMs + leaseMs }, sessionStorage);
};

/**
 * Returns true if this tab left the case with the lease less than a minute ago, as a reload does. A second call returns
 * false.
 */
export const hadLease = (me: number, accidentId: number, nowMs: number): boolean => {
  const note = (readPersonal(me, name, sessionStorage) ?? {}) as { accidentId?: unknown; untilMs?: unknown };
  writePersonal(me, name, undefined, sessionStorage);
  return note.accidentId === accidentId && typeof note.untilMs === 'number' && note.untilMs > nowMs;
};
