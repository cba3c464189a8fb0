import type { AuditEntry, Tx } from '../../context.ts';

/** One at a time of these would be thousands of messages to every tab. */
const ofOneRecord = ['record', 'accident'];

/** Tells, once in a while, that records of a resource were changed and that people have new notifications. */
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
    /** A transaction whose news of single records are left out; those for a person are collected. */
    quiet,
    /** One that is taken back: nobody is told of it, and no history of it is written first. */
    rehearsed: (tx: Tx): Tx => ({ ...tx, audit: async () => {}, emit: () => {}, emitToAll: () => {} }),
    /** Sends what was collected. */
    tell: (tx: Tx, resource: string, shared: boolean | undefined): void => {
      (shared ? tx.emitToAll : tx.emit)('records', { Resource: resource });
      for (const accountId of notified) tx.emit('notification', { Kind: 'call' }, accountId);
      notified.clear();
    },
  };
};
