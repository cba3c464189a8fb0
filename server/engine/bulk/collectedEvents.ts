import type { AuditEntry, Tx } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';

/**
 * Collects events of a bulk change. Emits from time to time that records of a resource changed, and that users have new
 * notifications.
 * Events of single records are left out, because thousands of them would reach every tab.
 */
export const collectEvents = ({ resources }: Registry) => {
  const ofOneRecord = ['record', ...Object.values(resources).map(({ list }) => list.live?.news)];
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
    emit: (tx: Tx, resource: string, shared: boolean | undefined): void => {
      (shared ? tx.emitToAll : tx.emit)('records', { Resource: resource });
      for (const accountId of notified) tx.emit('notification', { Kind: 'call' }, accountId);
      notified.clear();
    },
  };
};
