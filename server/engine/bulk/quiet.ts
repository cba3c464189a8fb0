import type { AuditEntry, Tx } from '../../context.ts';

/** Events that are left out: thousands of single events would reach every tab. */
const ofOneRecord = ['record', 'accident'];

/**
 * Collects events of a bulk change. Emits from time to time that records of a resource changed, and that users have new
 * notifications.
 */
export const collectNews = () => {
  const notified = new Set<number>();
  const quiet = (tx: Tx, auditAs?: string): Tx => ({
    ...tx,
    emit: (type, data, accountId) => {
      if (ofOneRecord.includes(type)) return;
      if (type === 'notification' && accountId !== undefined) notified.add(accountId);
      else tx.emit(type, data, accountId);
    },
    emitToAll: (type, data) => {
      if (!ofOneRecord.includes(type)) tx.emitToAll(type, data);
    },
    ...(auditAs !== undefined && {
      audit: (entries: AuditEntry | readonly AuditEntry[]) =>
        tx.audit([entries].flat().map(entry => ({ ...entry, action: auditAs }))),
    }),
  });
  return {
    /** A transaction without events for single records. Notifications of users are collected. */
    quiet,
    /** A transaction for a rehearsal: without events and history, because it is rolled back. */
    rehearsed: (tx: Tx): Tx => ({ ...tx, audit: async () => {}, emit: () => {}, emitToAll: () => {} }),
    /** Emits the collected events. */
    tell: (tx: Tx, resource: string, shared: boolean | undefined): void => {
      (shared ? tx.emitToAll : tx.emit)('records', { Resource: resource });
      for (const accountId of notified) tx.emit('notification', { Kind: 'call' }, accountId);
      notified.clear();
    },
  };
};
