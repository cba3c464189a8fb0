import { DomainError } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { readQuarantined } from './inbox.ts';
import type { PreparedMessage } from './preparing.ts';
import { type nextInQuarantine, putAside } from './repository.ts';

/**
 * Prepares a quarantined message. Returns undefined if the message itself cannot be read. Throws for other failures,
 * because a retry may succeed.
 */
export const readQuarantinedMessage = async (
  workers: Workers,
  { text, ...waiting }: NonNullable<Awaited<ReturnType<typeof nextInQuarantine>>>,
): Promise<PreparedMessage | undefined> => {
  if (text === undefined) return undefined;
  try {
    return await readQuarantined(workers, { ...waiting, text });
  } catch (error) {
    const isOfMessage =
      error instanceof DomainError
        ? error.code === 'MALFORMED'
        : ['SyntaxError', 'TypeError', 'RangeError'].includes((error as Error).name);
    if (isOfMessage) return undefined;
    throw error;
  }
};

const unreadable = 'Сообщение невозможно прочитать / The message cannot be read';

/** Drops an unreadable message, so that its device can still be used. The audit names the message. */
export const dropUnreadable = async (
  tx: Tx,
  companyId: number,
  { id, imei }: { id: number; imei: string },
  at: Date,
) => {
  await putAside(tx.db, companyId, id, { at, by: 'Drivedesk', reason: unreadable });
  const changes = [
    { field: 'Messages', before: 1, after: null },
    { field: 'IMEI', before: imei, after: null },
  ];
  await tx.audit({ entity: 'quarantinedDevice', entityId: id, action: 'drop', reason: unreadable, changes });
};
