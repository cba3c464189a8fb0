import { sql, type Transaction } from 'kysely';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Database } from '../../db/types.ts';
import { DomainError } from '../../errors.ts';
import type { PreparedMessage } from './preparing.ts';

type Db = Transaction<Database>;

export interface CompanyMessage {
  readonly companyId: number;
  readonly message: PreparedMessage;
}

/** A message that a platform is sending now, with the key that it used. */
export type PlatformMessage = CompanyMessage & { readonly keyId: number };

/**
 * A message whose id is claimed, so that no other transaction stores it. `key`: its id in the table `ingest_message`.
 */
export type ClaimedMessage = PlatformMessage & { readonly key: string };

// The key of a message contains its kind, because a platform may give an impact and its positions the same id.
const keyOf = ({ message }: CompanyMessage): string => `${message.kind}/${message.messageId}`;

/**
 * Key of a message whose id another device has used before. The key contains the IMEI, because some platforms count the
 * messages of each device from 1.
 */
const deviceKeyOf = ({ message }: CompanyMessage, imei: string): string =>
  `${message.kind}@${imei}/${message.messageId}`;

/**
 * Key of a message whose id the same device has used before for another content. Some devices count their messages from
 * 1 again after a restart.
 */
const contentKeyOf = ({ message }: CompanyMessage): string => `${message.kind}~${message.contentHash}`;

/** Possible keys of a message. It gets the first one that no other message has. */
const keysOf = (received: CompanyMessage): string[] => [
  keyOf(received),
  deviceKeyOf(received, received.message.imei),
  ...(received.message.contentHash === null ? [] : [contentKeyOf(received)]),
];

interface Claim {
  readonly received: ClaimedMessage;
  /** False for a message that was stored before, or that stands twice in the request. */
  readonly isNew: boolean;
}

const readStoredKeys = async (db: Db, companyId: number, messages: readonly CompanyMessage[]) => {
  const stored = await db
    .selectFrom('ingest_message')
    .select(['message_id', 'imei', 'content_hash'])
    .where('company_id', '=', companyId)
    .where('message_id', '=', sql<string>`any(${messages.flatMap(keysOf)}::text[])`)
    .execute();
  return new Map(stored.map(row => [row.message_id, row]));
};

/**
 * Inserts keys that are not taken yet, and returns the inserted ones. All transactions insert in the same order, because
 * otherwise two of them could deadlock.
 */
const insertKeys = async (db: Db, messages: ReadonlyMap<string, CompanyMessage>): Promise<ReadonlySet<string>> => {
  if (messages.size === 0) return new Set();
  const rows = [...messages].sort(([a], [b]) => (a < b ? -1 : 1));
  const columnOf = <T>(read: (received: CompanyMessage) => T): T[] => rows.map(([, received]) => read(received));
  const { rows: inserted } = await sql<{ message_id: string }>`
    insert into ingest_message (company_id, message_id, kind, imei, content_hash, received_at, answer)
    select company_id, message_id, kind, imei, content_hash, received_at, '{}'::jsonb
    from unnest(${columnOf(({ companyId }) => companyId)}::bigint[], ${rows.map(([key]) => key)}::text[],
      ${columnOf(({ message }) => message.kind)}::text[], ${columnOf(({ message }) => message.imei)}::text[],
      ${columnOf(({ message }) => message.contentHash)}::text[],
      ${columnOf(({ message }) => new Date(message.receivedMs))}::timestamptz[])
      as new (company_id, message_id, kind, imei, content_hash, received_at)
    on conflict do nothing returning message_id`.execute(db);
  return new Set(inserted.map(({ message_id }) => message_id));
};

/**
 * Claims the ids of messages of a company for their devices and contents. Of concurrent senders the first gets an id.
 * The others wait, and claim it if the first one fails.
 */
export const claimMessages = async (db: Db, messages: readonly PlatformMessage[]): Promise<Claim[]> => {
  const claims = new Map<PlatformMessage, Claim>();
  for (let unclaimed = messages; unclaimed.length > 0; unclaimed = messages.filter(each => !claims.has(each))) {
    const stored = await readStoredKeys(db, unclaimed[0]!.companyId, unclaimed);
    const messagesByFreeKey = new Map<string, PlatformMessage>();
    for (const received of unclaimed) {
      const { imei, contentHash } = received.message;
      const keys = keysOf(received);
      // Messages that an earlier release has stored have no hash, and count as equal to any content.
      const equalKey = keys.find(key => {
        const row = stored.get(key);
        return row?.imei === imei && (row.content_hash === null || row.content_hash === contentHash);
      });
      if (equalKey !== undefined) claims.set(received, { received: { ...received, key: equalKey }, isNew: false });
      else {
        const freeKey = keys.find(key => !stored.has(key))!;
        // Of two messages with one key the first gets it. The other one is compared with it in the next round.
        if (!messagesByFreeKey.has(freeKey)) messagesByFreeKey.set(freeKey, received);
      }
    }
    // A key that another transaction has inserted meanwhile is read in the next round.
    for (const key of await insertKeys(db, messagesByFreeKey)) {
      const received = messagesByFreeKey.get(key)!;
      claims.set(received, { received: { ...received, key }, isNew: true });
    }
  }
  return messages.map(received => claims.get(received)!);
};

/** Gives up the claims of new messages. */
export const releaseClaims = async (db: Db, claimed: readonly ClaimedMessage[]): Promise<void> => {
  const [first] = claimed;
  if (!first) return;
  await db
    .deleteFrom('ingest_message')
    .where('company_id', '=', first.companyId)
    .where('message_id', '=', sql<string>`any(${claimed.map(({ key }) => key)}::text[])`)
    .execute();
};

/**
 * Query that finds the platform key of a message, unless the key has been revoked. The key may have been revoked while
 * the message waited for locks.
 */
const activeKeyQuery = (db: Db, { keyId }: PlatformMessage) =>
  db.selectFrom('platform_key').select('id').where('id', '=', keyId).where('revoked_at', 'is', null);

export interface AnsweredMessage {
  readonly received: ClaimedMessage;
  readonly answer: object;
}

/** Stores the answers of messages that one platform sent, as their last step. */
export const storeAnswers = async (db: Db, answered: readonly AnsweredMessage[]): Promise<void> => {
  const [first] = answered;
  if (!first) return;
  const { companyId } = first.received;
  const keys = answered.map(({ received }) => received.key);
  const answers = answered.map(({ answer }) => JSON.stringify(answer));
  const { numAffectedRows } = await sql`update ingest_message set answer = given.answer::jsonb
    from unnest(${keys}::text[], ${answers}::text[]) as given (key, answer)
    where ingest_message.company_id = ${companyId} and ingest_message.message_id = given.key
      and exists (${activeKeyQuery(db, first.received)})`.execute(db);
  if (Number(numAffectedRows) !== answered.length) throw new DomainError('WRONG_PLATFORM_KEY');
};

/**
 * Stores the answer of a message that left the quarantine. Other messages with the same id keep their answers. The hash is
 * null on both sides if an earlier release has received the message.
 */
export const storeLateAnswer = async (db: Db, received: CompanyMessage, answer: object): Promise<void> => {
  const { companyId, message } = received;
  const identifiers = await db
    .selectFrom('device_identifier')
    .select('identifier')
    .where('company_id', '=', companyId)
    .where('imei', '=', message.imei)
    .execute();
  const imeis = [message.imei, ...identifiers.map(({ identifier }) => identifier)];
  await db
    .updateTable('ingest_message')
    .set({ answer: JSON.stringify(answer) })
    .where('company_id', '=', companyId)
    .where('message_id', 'in', [
      keyOf(received),
      ...imeis.map(imei => deviceKeyOf(received, imei)),
      contentKeyOf(received),
    ])
    .where('content_hash', 'is not distinct from', message.contentHash)
    .where('imei', 'in', imeis)
    .where(sql<boolean>`answer->>'Quarantined' = 'true'`)
    .execute();
};

export const readFirstAnswer = async (db: Db, received: ClaimedMessage): Promise<object> => {
  const row = await db
    .selectFrom('ingest_message')
    .select('answer')
    .where('company_id', '=', received.companyId)
    .where('message_id', '=', received.key)
    .where(({ exists }) => exists(activeKeyQuery(db, received)))
    .executeTakeFirst();
  if (!row) throw new DomainError('WRONG_PLATFORM_KEY');
  return row.answer;
};

export const putInQuarantine = async (db: Db, { companyId, message }: CompanyMessage): Promise<void> => {
  await db
    .insertInto('quarantine')
    .values({
      company_id: companyId,
      imei: message.imei,
      kind: message.kind,
      message_id: message.messageId,
      content_hash: message.contentHash,
      // Sends the text of a message to PostgreSQL as bytes, because converting 15 MB to a string and back would be
      // slow.
      body: sql`convert_from(${Buffer.from(message.text.buffer, message.text.byteOffset, message.text.byteLength)}::bytea, 'UTF8')::jsonb`,
      bytes: message.text.byteLength,
      opens_case: message.alarms.some(({ kind }) => kind === 'accident' || kind === 'sos'),
      received_at: new Date(message.receivedMs),
    })
    .execute();
};

/**
 * Size of a message as sent, bytes, up to which its text is read together with the row. The text of PostgreSQL's jsonb
 * is at most fifty times as long.
 */
const shortMessageBytes = 1_000_000;
/**
 * Longest text of a message that is read back, bytes. This release stores at most 32 MB of a message (`contentOf`), and
 * the text of jsonb is at most twice as long.
 */
const maxTextBytes = 80 * 1024 * 1024;

/**
 * Reads the text of a large message. Returns undefined if an earlier release stored a message that is too long to read
 * back.
 */
const readLargeText = async (db: Db, companyId: number, id: number): Promise<string | undefined> => {
  await sql`savepoint large_message`.execute(db);
  try {
    const { rows } = await sql<{ text: string | null }>`
      select case when octet_length(content) <= ${maxTextBytes} then content end as text
      from (select body::text as content from quarantine
        where company_id = ${companyId} and id = ${id} offset 0) message`.execute(db);
    await sql`release savepoint large_message`.execute(db);
    return rows[0]?.text ?? undefined;
  } catch (error) {
    // PostgreSQL fails if the text is longer than 1 GB or its memory is too small. Such a message counts as too long to
    // read.
    if (!['54000', '53200', 'XX000'].includes((error as { code?: string }).code ?? '')) throw error;
    await sql`rollback to savepoint large_message`.execute(db);
    return undefined;
  }
};

export interface QuarantinedMessage {
  readonly kind: PreparedMessage['kind'];
  readonly text: string;
  readonly receivedMs: number;
  readonly contentHash: string | null;
}

/**
 * Reads and locks the device's next quarantined message with an id above `afterId`. Skips messages that arrived too
 * early to contain data from `fromMs` on.
 * `text` is undefined if the message is too long to read.
 */
export const lockNextQuarantined = async (
  db: Db,
  companyId: number,
  imei: string,
  { afterId, fromMs }: { readonly afterId: number; readonly fromMs: number },
): Promise<
  (Omit<QuarantinedMessage, 'text'> & { readonly id: number; readonly text: string | undefined }) | undefined
> => {
  const row = await db
    .selectFrom('quarantine')
    // Reads the body as text, because the caller parses a large body in a worker thread.
    .select([
      'id',
      'kind',
      'content_hash',
      sql<string | null>`case when bytes <= ${shortMessageBytes} then body::text end`.as('text'),
      'received_at',
    ])
    .where('company_id', '=', companyId)
    .where('imei', '=', imei)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('id', '>', afterId)
    // A time more than a day after a message's arrival is not plausible. So a message with data from `fromMs` on
    // arrived at most one day before `fromMs`.
    .$if(Number.isFinite(fromMs), query => query.where('received_at', '>=', new Date(fromMs - dayMs).toISOString()))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const kind = row.kind as PreparedMessage['kind'];
  const text = row.text ?? (await readLargeText(db, companyId, row.id));
  return { id: row.id, kind, text, receivedMs: Date.parse(row.received_at), contentHash: row.content_hash };
};

export const markApplied = async (db: Db, companyId: number, id: number, appliedAt: Date): Promise<void> => {
  await db
    .updateTable('quarantine')
    .set({ applied_at: appliedAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

/** Marks a message that cannot be read as not to be applied. */
export const dropMessage = async (
  db: Db,
  companyId: number,
  id: number,
  { at, by, reason }: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> => {
  await db
    .updateTable('quarantine')
    .set({ dropped_at: at, dropped_by: by, drop_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

export const dropFromQuarantine = async (
  db: Db,
  companyId: number,
  imei: string,
  { at, by, reason }: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('quarantine')
    .set({ dropped_at: at, dropped_by: by, drop_reason: reason })
    .where('company_id', '=', companyId)
    .where('imei', '=', imei)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Returns the IMEI of the device to which a manager has mapped the identifier. */
export const readMappedImei = async (db: Db, companyId: number, identifier: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('device_identifier')
    .select('imei')
    .where('company_id', '=', companyId)
    .where('identifier', '=', identifier)
    .executeTakeFirst();
  return row?.imei;
};

/** Maps an identifier to a device. Messages quarantined under the identifier move to the device's IMEI. */
export const mapIdentifier = async (
  db: Db,
  companyId: number,
  {
    identifier,
    imei,
    by,
    at,
  }: { readonly identifier: string; readonly imei: string; readonly by: string; readonly at: Date },
): Promise<number> => {
  await db
    .insertInto('device_identifier')
    .values({ company_id: companyId, identifier, imei, created_by: by, created_at: at })
    .onConflict(conflict =>
      conflict.columns(['company_id', 'identifier']).doUpdateSet({ imei, created_by: by, created_at: at }),
    )
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('quarantine')
    .set({ imei })
    .where('company_id', '=', companyId)
    .where('imei', '=', identifier)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
