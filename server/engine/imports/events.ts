import type { Tx } from '../../transaction.ts';

export const emitImport = (tx: Tx, id: number, action: string): void =>
  tx.emit('record', { Resource: 'imports', Id: id, Action: action, ActorId: tx.actorId });

/**
 * Emits one event for all records of a resource that an import added or removed. A page with a list reloads the whole
 * list anyway.
 */
export const emitRecords = (tx: Tx, resource: string, firstId: number, action: string): void =>
  tx.emit('record', { Resource: resource, Id: firstId, Action: action, ActorId: tx.actorId });
