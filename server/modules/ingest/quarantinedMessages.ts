import { DomainError } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { readQuarantined } from './inbox.ts';
import type { PreparedMessage } from './preparing.ts';
import { dropMessage, type lockNextQuarantined } from './repository.ts';

/**
 * Prepares a quarantined message. Returns undefined if the message itself cannot be read. Throws for other failures,
 * because a retry may succeed.
 */
export const readQuarantinedMessage = async (
  workers: Workers,
  { text, ...quarantined }: NonNullable<Awaited<ReturnType<typeof lockNextQuarantined>>>,
): Promise<PreparedMessage | undefined> => {
  if (text === undefined) return undefined;
  try {
    return await readQuarantined(workers, { ...quarantined, text });
  } catch (error) {
    const isMessageFault =
      error instanceof DomainError
        ? error.code === 'MALFORMED'
        : ['SyntaxError', 'TypeError', 'RangeError'].includes((error as Error).name);
    if (isMessageFault) return undefined;
    throw error;
  }
};

const unreadableReason = 'Сообщение невозможно прочитать / The message cannot be read';

/**
 * Marks an unreadable quarantined message as dropped, so that the device can still be registered. The audit names the
 * message.
 */
export const dropUnreadableMessage = async (
  tx: Tx,
  companyId: number,
  { id, imei }: { id: number; imei: string },
  at: Date,
) => {
  await dropMessage(tx.db, companyId, id, { at, by: 'Drivedesk', reason: unreadableReason });
  const changes = [
    { field: 'Messages', before: 1, after: null },
    { field: 'IMEI', before: imei, after: null },
  ];
  await tx.audit({ entity: 'quarantinedDevice', entityId: id, action: 'drop', reason: unreadableReason, changes });
};
