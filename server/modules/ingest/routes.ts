import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { outageFault } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import { type StatisticAnswer, withTexts } from './answers.ts';
import { readMessages } from './inbox.ts';
import type { PreparedMessage } from './preparing.ts';
import { storeCrashMessage, storeStatisticMessage, storeStatisticMessages } from './service.ts';

/** Maximum number of messages in one transaction, because other messages of the device wait at most 3 s for its end. */
const maxGroupMessages = 20;
/** Maximum size of the messages in one transaction, bytes of JSON. */
const maxGroupBytes = 256 * 1024;
/**
 * Maximum number and bytes of messages that are read ahead before the first one is stored. Messages of one device are
 * grouped only within this part of the request.
 */
const windowMessages = 300;
const windowBytes = 1024 * 1024;

/** A message and its index in the body. */
interface IndexedMessage {
  readonly index: number;
  readonly message: PreparedMessage;
}

/**
 * Whether a message contains positions only. Other messages begin a group of their own, because they are evaluated with
 * the trips and recordings that earlier messages have made.
 */
const hasPositionsOnly = ({ kind, curve, alarms }: PreparedMessage): boolean =>
  kind === 'statistic' && curve === null && alarms.length === 0;

interface MessageGroup {
  readonly messages: IndexedMessage[];
  bytes: number;
  isClosed: boolean;
}

/** Divides messages into groups of one device each. Messages of a device keep their order. */
const groupByDevice = (indexed: readonly IndexedMessage[]): IndexedMessage[][] => {
  const groups: MessageGroup[] = [];
  const latest = new Map<string, MessageGroup>();
  for (const each of indexed) {
    const { imei, text } = each.message;
    const plain = hasPositionsOnly(each.message);
    const last = latest.get(imei);
    const fits =
      last && !last.isClosed && last.messages.length < maxGroupMessages && last.bytes + text.length <= maxGroupBytes;
    if (last && plain && fits) {
      last.messages.push(each);
      last.bytes += text.length;
      continue;
    }
    const group = { messages: [each], bytes: text.length, isClosed: !plain };
    groups.push(group);
    latest.set(imei, group);
  }
  return groups.map(({ messages }) => messages);
};

/**
 * Groups the messages of a body by device, so that each group is stored in one transaction and its trips are cut once.
 */
async function* groupMessages(messages: AsyncIterable<PreparedMessage>): AsyncGenerator<readonly IndexedMessage[]> {
  let [pending, bytes, index] = [[] as IndexedMessage[], 0, 0];
  for await (const message of messages) {
    pending.push({ index, message });
    index += 1;
    bytes += message.text.length;
    if (pending.length < windowMessages && bytes < windowBytes) continue;
    yield* groupByDevice(pending);
    [pending, bytes] = [[], 0];
  }
  yield* groupByDevice(pending);
}

export { anomalyActions } from './anomalyActions.ts';
export { deviceCheck } from './deviceCheck.ts';

/**
 * Stores messages of one device in one transaction. If that fails, stores them one by one, so that a faulty message
 * does not keep the others out.
 */
const storeGroup = async (
  { workers, log }: Context,
  { platform, change }: Pick<Request<'POST /api/statistic/webhook'>, 'platform' | 'change'>,
  messages: readonly PreparedMessage[],
): Promise<readonly StatisticAnswer[]> => {
  if (messages.length > 1)
    try {
      return await change(tx => storeStatisticMessages(tx, workers, platform, messages));
    } catch (error) {
      if (error instanceof DomainError || outageFault(error)) throw error;
      log.info({ err: error, messages: messages.length }, 'messages of a device are stored one by one');
    }
  const answers: StatisticAnswer[] = [];
  for (const message of messages)
    answers.push(await change(tx => storeStatisticMessage(tx, workers, platform, message)));
  return answers;
};

/**
 * Stores the messages of each device in transactions of their own. If the request fails, the client sends it again, and
 * messages that are already stored are recognised by their ids.
 */
export const ingestHandlers = (
  context: Context,
): HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook'> => ({
  'POST /api/statistic/webhook': async ({ body, platform, change, locale }) => {
    const { workers, now } = context;
    const Results: StatisticResult[] = [];
    for await (const group of groupMessages(readMessages(workers, 'statistic', body, now().getTime()))) {
      const answers = await storeGroup(
        context,
        { platform, change },
        group.map(({ message }) => message),
      );
      for (const [n, { index }] of group.entries()) Results[index] = withTexts(answers[n]!, locale);
    }
    return { Results };
  },
  'POST /api/crash/webhook': async ({ body, platform, change, locale }) => {
    const { workers, now } = context;
    const Results: CrashResult[] = [];
    for await (const message of readMessages(workers, 'crash', body, now().getTime()))
      Results.push(withTexts(await change(tx => storeCrashMessage(tx, workers, platform, message)), locale));
    return { ...Results[0]!, Results };
  },
});
