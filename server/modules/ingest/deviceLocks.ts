import { sql } from 'kysely';
import { advisoryLock, tryAdvisoryLocks } from '../../db/advisoryLock.ts';
import type { Tx } from '../../transaction.ts';

const objectLock = (objectId: string): string => `object:${objectId}`;
const deviceLock = (imei: string): string => `imei:${imei}`;

/** Locks the trips of the object until the transaction ends, because its messages may cut them again. */
export const lockObject = (tx: Pick<Tx, 'db'>, objectId: string): Promise<void> =>
  advisoryLock(tx.db, objectLock(objectId));

const lockDeviceRows = async ({ db }: Pick<Tx, 'db'>, imeis: readonly string[]): Promise<void> => {
  await sql`select id from device where imei = any(${[...imeis]}::text[]) order by id for key share`.execute(db);
};

/**
 * Locks the devices until the transaction ends. Meanwhile no other transaction stores their messages, or removes the
 * devices by undoing an import.
 * Takes all advisory locks first and row locks then, in the order of docs/decisions/005-locks.md.
 */
export const lockDevices = async (tx: Pick<Tx, 'db'>, imeis: readonly string[]): Promise<void> => {
  for (const imei of [...new Set(imeis)].sort()) await advisoryLock(tx.db, deviceLock(imei));
  await lockDeviceRows(tx, imeis);
};

export const lockFreeDevices = async (tx: Pick<Tx, 'db'>, imeis: readonly string[]): Promise<string[]> => {
  const locked = await tryAdvisoryLocks(tx.db, imeis.map(deviceLock));
  const freeImeis = imeis.filter(imei => locked.has(deviceLock(imei)));
  await lockDeviceRows(tx, freeImeis);
  return freeImeis;
};

export const lockFreeObjects = async (tx: Pick<Tx, 'db'>, objectIds: readonly string[]): Promise<Set<string>> => {
  const locked = await tryAdvisoryLocks(tx.db, objectIds.map(objectLock));
  return new Set(objectIds.filter(objectId => locked.has(objectLock(objectId))));
};
