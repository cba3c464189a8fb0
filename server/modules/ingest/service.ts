import { sql } from 'kysely';
import type { Platform } from '../../context.ts';
import { hold } from '../../db/hold.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { noteAlarms, storeCases } from './alarms.ts';
import { noteCurveFaults, noteFaults } from './anomalies.ts';
import { type CrashAnswer, notTaken, type StatisticAnswer } from './answers.ts';
import { storeBlocks, storeCurve } from './blocks.ts';
import { type Contact, keepContact, readContact, withoutSteps } from './contact.ts';
import { type Holder, holderOf, type Monitored, type Recut, readHolders, type Share } from './holders.ts';
import { storeImpact } from './impacts.ts';
import { readShares } from './inbox.ts';
import { refineImpacts } from './laterFixes.ts';
import { holdBack, type PreparedPositions, stretchesChanged, withoutAges } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import { repeatedBlocks } from './repeats.ts';
import {
  type Claimed,
  claimMessages,
  type Delivery,
  dropFromQuarantine,
  firstAnswer,
  keepAnswers,
  keepLateAnswer,
  mapIdentifier,
  mappedImei,
  markApplied,
  nextInQuarantine,
  putInQuarantine,
  type Sent,
} from './repository.ts';
import { recutTrips } from './trips.ts';
import { dropUnreadable, readWaiting } from './waitingMessages.ts';
import type { Stretch } from './window.ts';

type Answer = StatisticAnswer | CrashAnswer;

interface Applied {
  readonly answer: Answer;
  /** Times of new fixes. Trips within them must be cut again. */
  readonly stretches: readonly Stretch[];
}

const applyStatistic = async (
  tx: Tx,
  workers: Workers,
  whose: Recut,
  message: PreparedMessage,
): Promise<StatisticAnswer> => {
  const { db } = tx;
  const { messageId, positions, curve, alarms } = message;
  const Cases = await storeCases(tx, workers, whose, message);
  await noteAlarms(tx, whose, alarms);
  if (curve) {
    await storeCurve(db, whose.objectId, curve, null);
    await noteCurveFaults(db, whose, curve);
  }
  const receipt = { MessageId: messageId, Duplicate: false, Quarantined: false };
  const { accepted, suspect } = positions;
  return {
    ...receipt,
    Accepted: accepted,
    Suspect: suspect,
    ...(Cases.length > 0 && { Cases }),
    ...notTaken(message),
  };
};

const applyCrash = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  monitored: Monitored,
  message: PreparedMessage,
): Promise<CrashAnswer> => {
  const { messageId, imei, receivedMs, curve, impact } = message;
  const sent = { kind: 'crash' as const, imei, impact: impact!, curve: curve!, receivedAt: new Date(receivedMs) };
  const { id, crashUniqueIdentifier, repeated } = await storeImpact(tx, workers, companyId, monitored, sent);
  const receipt = {
    MessageId: messageId,
    Duplicate: false,
    Quarantined: false,
    ...(repeated && { Repeated: true }),
  };
  return { ...receipt, AccidentId: id, CrashUniqueIdentifier: crashUniqueIdentifier, ...notTaken(message) };
};

/** The message after quarantining the fixes that earlier data contradicts. */
const judged = async (
  db: Tx['db'],
  workers: Workers,
  { objectId, sinceMs }: Holder,
  message: PreparedMessage,
  contact: Contact | undefined,
): Promise<PreparedPositions> => {
  const aged = withoutAges(message.positions, sinceMs - defaultSettings.beforeVoucherMs);
  const positions = await withoutSteps(db, workers, objectId, contact, aged);
  const repeated = await repeatedBlocks(db, workers, objectId, positions.possible);
  return holdBack(positions, 'repeat', (_, i) => repeated.has(i));
};

const apply = async (tx: Tx, workers: Workers, holder: Holder, delivery: Delivery): Promise<Applied> => {
  const { companyId } = delivery;
  const whose = { companyId, ...holder };
  const contact = await readContact(tx.db, whose);
  const positions = await judged(tx.db, workers, holder, delivery.message, contact);
  const message = { ...delivery.message, positions };
  for (const blocks of [positions.possible, ...positions.impossible]) await storeBlocks(tx.db, holder.objectId, blocks);
  await keepContact(tx.db, whose, contact, message);
  await noteFaults(tx.db, whose, positions.faults, new Date(message.receivedMs));
  const answer =
    message.kind === 'statistic'
      ? await applyStatistic(tx, workers, whose, message)
      : await applyCrash(tx, workers, companyId, holder, message);
  const { curve } = message;
  const felt = curve && message.kind === 'statistic' ? [{ fromMs: curve.startMs, toMs: curve.endMs }] : [];
  return { answer, stretches: [...stretchesChanged(positions), ...felt] };
};

const noAnswer = (message: PreparedMessage): Answer => {
  const receipt = { MessageId: message.messageId, Duplicate: false, Quarantined: true };
  return message.kind === 'statistic'
    ? { ...receipt, Accepted: 0, Suspect: 0, ...notTaken(message) }
    : { ...receipt, AccidentId: null, CrashUniqueIdentifier: null, ...notTaken(message) };
};

/** What a transaction stored in an object. Its trips are cut once, at the end of the transaction. */
interface Uncut {
  readonly stretches: readonly Stretch[];
  /** Accident that the only message created. Its facts include all fixes. */
  readonly made: number | null;
}
type Uncuts = Map<Holder, Uncut>;

/** Stores a message, or a part of it, in its object. The caller cuts the trips. */
const applyWhole = async (
  tx: Tx,
  workers: Workers,
  holder: Holder,
  delivery: Delivery,
  uncuts: Uncuts,
): Promise<Answer> => {
  await hold(tx.db, `object:${holder.objectId}`);
  const { answer, stretches } = await apply(tx, workers, holder, delivery);
  const before = uncuts.get(holder);
  const made = before || !('AccidentId' in answer) ? null : answer.AccidentId;
  uncuts.set(holder, { stretches: [...(before?.stretches ?? []), ...stretches], made });
  return answer;
};

/** Cuts the trips of everything that the transaction stored. */
const cutAll = async (tx: Tx, workers: Workers, companyId: number, uncuts: Uncuts): Promise<void> => {
  for (const [holder, { stretches, made }] of uncuts) {
    const whose = { companyId, ...holder };
    await recutTrips(tx.db, workers, whose, stretches);
    await refineImpacts(tx, workers, whose, stretches, made);
  }
};

const sum = (answers: readonly Answer[]): Pick<StatisticAnswer, 'Accepted' | 'Suspect' | 'Cases'> => {
  const figures = answers.flatMap(answer => ('Accepted' in answer ? [answer] : []));
  const Cases = figures.flatMap(answer => answer.Cases ?? []);
  return {
    ...(Cases.length > 0 && { Cases }),
    Accepted: figures.reduce((total, { Accepted }) => total + Accepted, 0),
    Suspect: figures.reduce((total, { Suspect }) => total + Suspect, 0),
  };
};

/**
 * Stores a message during which the device changed hands. Each part goes to the object that had the device then. Parts
 * without an object go to the quarantine.
 * Objects are locked in one order.
 */
const applyShares = async (
  tx: Tx,
  workers: Workers,
  shares: readonly Share<PreparedMessage>[],
  { companyId, message }: Delivery,
  uncuts: Uncuts,
): Promise<Answer> => {
  const { kind } = message;
  const ordered = [...shares].sort((a, b) => ((a.holder?.objectId ?? '') < (b.holder?.objectId ?? '') ? -1 : 1));
  const answers: Answer[] = [];
  let main = noAnswer(message);
  for (const share of ordered) {
    const delivery = { companyId, message: { ...share.message, imei: message.imei } };
    if (share.holder === undefined) await putInQuarantine(tx.db, delivery);
    else {
      const answer = await applyWhole(tx, workers, share.holder, delivery, uncuts);
      answers.push(answer);
      if (share.main) main = answer;
    }
  }
  const Quarantined = kind === 'crash' ? main.Quarantined : shares.some(({ holder }) => holder === undefined);
  return { ...main, ...(kind === 'statistic' && sum(answers)), ...notTaken(message), Quarantined };
};

/**
 * Stores messages of one device once, in the order given. Trips are cut once, after the last one. A repeated id gets the
 * first answer.
 */
const takeDeliveries = async (tx: Tx, workers: Workers, sent: readonly Sent[]): Promise<Answer[]> => {
  const claims = await claimMessages(tx.db, sent);
  const answers = new Map<Claimed, Answer>();
  const fresh = claims.flatMap(({ claimed, isNew }) => (isNew ? [claimed] : []));
  const [first] = fresh;
  if (first) {
    const { companyId, message } = first;
    // A voucher may be in creation for the device. With this lock it finds the message in quarantine, or this code finds
    // the voucher.
    await holdDevices(tx, [message.imei]);
    const { imei, holders } = await deviceOf(tx, companyId, message.imei);
    await holdObjects(tx, holders, fresh);
    const uncuts: Uncuts = new Map();
    for (const each of fresh)
      answers.set(each, await takeOf(tx, workers, { ...each, message: { ...each.message, imei } }, holders, uncuts));
    await cutAll(tx, workers, companyId, uncuts);
    await keepAnswers(
      tx.db,
      Array.from(answers, ([claimed, answer]) => ({ claimed, answer })),
    );
  }
  const all: Answer[] = [];
  for (const { claimed } of claims)
    all.push(answers.get(claimed) ?? { ...((await firstAnswer(tx.db, claimed)) as Answer), Duplicate: true });
  return all;
};

/** Locks the objects of all messages in the order of their ids, because messages come in the order of their times. */
const holdObjects = async (tx: Tx, holders: readonly Holder[], sent: readonly Sent[]): Promise<void> => {
  if (holders.length < 2 || sent.length < 2) return;
  for (const objectId of [...new Set(holders.map(holder => holder.objectId))].sort()) await holdObject(tx, objectId);
};

/** The device of a message, by IMEI or by an identifier that a manager mapped. */
const deviceOf = async (tx: Tx, companyId: number, sentAs: string) => {
  const holders = await readHolders(tx.db, companyId, sentAs);
  if (holders.length > 0) return { imei: sentAs, holders };
  const mapped = await mappedImei(tx.db, companyId, sentAs);
  if (mapped === undefined) return { imei: sentAs, holders };
  await holdDevices(tx, [mapped]);
  return { imei: mapped, holders: await readHolders(tx.db, companyId, mapped) };
};

const takeOf = async (
  tx: Tx,
  workers: Workers,
  sent: Claimed,
  holders: readonly Holder[],
  uncuts: Uncuts,
): Promise<Answer> => {
  const { message } = sent;
  const holder = holderOf(holders, message);
  if (holder === 'nobody') {
    await putInQuarantine(tx.db, sent);
    return noAnswer(message);
  }
  if (holder === 'several') return applyShares(tx, workers, await readShares(workers, holders, message), sent, uncuts);
  return applyWhole(tx, workers, holder, sent, uncuts);
};

export { worded } from './answers.ts';
export { isBelievable } from './believable.ts';
export { checkCompany } from './checking.ts';
export { readMessages } from './inbox.ts';
export type { PreparedMessage } from './preparing.ts';
export { isRow } from './rows.ts';
export { recutTrips } from './trips.ts';

/** Stores messages of one device in one transaction. */
export const takeStatistics = (
  tx: Tx,
  workers: Workers,
  { companyId, keyId }: Platform,
  messages: readonly PreparedMessage[],
) =>
  takeDeliveries(
    tx,
    workers,
    messages.map(message => ({ companyId, keyId, message })),
  ) as Promise<StatisticAnswer[]>;

export const takeStatistic = async (tx: Tx, workers: Workers, platform: Platform, message: PreparedMessage) =>
  (await takeStatistics(tx, workers, platform, [message]))[0]!;

export const takeCrash = async (tx: Tx, workers: Workers, { companyId, keyId }: Platform, message: PreparedMessage) =>
  (await takeDeliveries(tx, workers, [{ companyId, keyId, message }]))[0] as CrashAnswer;

/** Discards the quarantined messages of a device that a manager has rejected. */
export const dropQuarantine = (
  { db }: Tx,
  companyId: number,
  imei: string,
  decision: Parameters<typeof dropFromQuarantine>[3],
): Promise<number> => dropFromQuarantine(db, companyId, imei, decision);

export const mapDevice = (
  { db }: Tx,
  companyId: number,
  mapping: Parameters<typeof mapIdentifier>[2],
): Promise<number> => mapIdentifier(db, companyId, mapping);

/** Locks the trips of the object until the transaction ends. */
export const holdObject = (tx: Pick<Tx, 'db'>, objectId: string): Promise<void> => hold(tx.db, `object:${objectId}`);

/**
 * Locks the devices until the transaction ends: no other transaction stores their messages or removes them by undoing
 * an import.
 * Locks all names first, then the rows, in the order of docs/decisions/005-locks.md.
 */
export const holdDevices = async ({ db }: Pick<Tx, 'db'>, imeis: readonly string[]): Promise<void> => {
  for (const imei of [...new Set(imeis)].sort()) await hold(db, `imei:${imei}`);
  await sql`select id from device where imei = any(${[...imeis]}::text[]) order by id for key share`.execute(db);
};

/**
 * Applies a device's quarantined messages that belong to its present holders, in the transaction that registers the
 * device. Returns their number.
 * Times are checked against each message's arrival. Messages from outside all periods stay in quarantine.
 * Call `holdDevices` before the period is written.
 */
export const applyQuarantine = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  imei: string,
  now: Date,
): Promise<number> => {
  const holders = await readHolders(tx.db, companyId, imei);
  const newest = holders[holders.length - 1];
  if (!newest) return 0;
  await hold(tx.db, `object:${newest.objectId}`);
  const uncuts: Uncuts = new Map();
  let count = 0;
  for (let after = 0; ; ) {
    const waiting = await nextInQuarantine(tx.db, companyId, imei, { after, fromMs: newest.fromMs });
    if (!waiting) break;
    after = waiting.id;
    // A message sent under a mapped identifier does not contain the IMEI.
    const message = await readWaiting(workers, waiting);
    if (!message) {
      await dropUnreadable(tx, companyId, { id: waiting.id, imei }, now);
      continue;
    }
    const delivery = { companyId, message: { ...message, imei } };
    const holder = holderOf(holders, delivery.message);
    const shares = holder === 'several' ? await readShares(workers, holders, delivery.message) : [];
    // No part has a holder yet, so the message stays. Storing its parts again would repeat this step for ever.
    if (holder === 'nobody' || (holder === 'several' && shares.every(share => !share.holder))) continue;
    await markApplied(tx.db, companyId, waiting.id, now);
    const parts =
      holder === 'several'
        ? applyShares(tx, workers, shares, delivery, uncuts)
        : applyWhole(tx, workers, holder, delivery, uncuts);
    await keepLateAnswer(tx.db, delivery, await parts);
    count++;
  }
  await cutAll(tx, workers, companyId, uncuts);
  return count;
};
