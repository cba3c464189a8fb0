import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { leaseMs } from './lease.ts';

const storageKey = 'case held';

/**
 * Stores in this tab that the user had the lease when leaving the page. Leaving releases the lease, so after a reload
 * the page can take it again.
 */
export const rememberLease = (userId: number, accidentId: number, nowMs: number): void => {
  writePersonal(userId, storageKey, { accidentId, untilMs: nowMs + leaseMs }, sessionStorage);
};

/**
 * Returns true if this tab left the case with the lease less than a minute ago, as a reload does. A second call returns
 * false.
 */
export const hadLease = (userId: number, accidentId: number, nowMs: number): boolean => {
  const stored = (readPersonal(userId, storageKey, sessionStorage) ?? {}) as {
    accidentId?: unknown;
    untilMs?: unknown;
  };
  writePersonal(userId, storageKey, undefined, sessionStorage);
  return stored.accidentId === accidentId && typeof stored.untilMs === 'number' && stored.untilMs > nowMs;
};
