import type { Tx } from '../../context.ts';

/** Something became of an import: whoever looks at it reads it again. */
export const tellImport = (tx: Tx, id: number, action: string): void =>
  tx.emit('record', { Resource: 'imports', Id: id, Action: action, ActorId: tx.actorId });

/**
 * Many records of a resource came or went at once: one piece of news for all of them, since whoever has a list of them open
 * reads it again anyway.
 */
export const tellMany = (tx: Tx, resource: string, firstId: number, action: string): void =>
  tx.emit('record', { Resource: resource, Id: firstId, Action: action, ActorId: tx.actorId });
