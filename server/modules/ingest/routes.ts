import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { refusedMessagesOf, withTexts } from './answers.ts';
import { readMessages } from './inbox.ts';
import { createMessageQueue, storeDevice } from './messageQueue.ts';
import type { PreparedMessage } from './preparing.ts';
import { storeCrashMessage } from './service.ts';

/** Maximum number of messages in one transaction, because other messages of the device wait at most 3 s for its end. */
const maxGroupMessages = 20;
/** Maximum number of messages of several devices that a request stores at once. */
const maxJoinedMessages = 100;
/** Maximum size of the messages in one transaction, bytes of JSON. */
const maxGroupBytes = 256 * 1024;
/**
 * Maximum number and bytes of messages that are read ahead before the first one is stored. Messages of one device are
 * grouped only within this part of the request.
 */
const windowMessages = 300;
const windowBytes = 1024 * 1024;

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

interface JoinedGroups {
  readonly groups: IndexedMessage[][];
  count: number;
  /** True if the messages may share a transaction with those of other devices. */
  readonly isShareable: boolean;
}

/** Joins consecutive groups of small messages with positions only, up to a number of messages. */
const joinDevices = (groups: readonly IndexedMessage[][]): JoinedGroups[] => {
  const joined: JoinedGroups[] = [];
  for (const messages of groups) {
    const isShareable = messages.every(
      ({ message }) => hasPositionsOnly(message) && message.text.length <= maxGroupBytes,
    );
    const last = joined.at(-1);
    if (isShareable && last?.isShareable && last.count + messages.length <= maxJoinedMessages) {
      last.groups.push(messages);
      last.count += messages.length;
    } else joined.push({ groups: [messages], count: messages.length, isShareable });
  }
  return joined;
};

/**
 * Groups the messages of a body by device, and yields groups that may be stored at once. A message with more than
 * positions is alone. Positions of several devices come together.
 */
function* groupMessages(messages: Iterable<PreparedMessage>): Generator<JoinedGroups> {
  let [pending, bytes, index] = [[] as IndexedMessage[], 0, 0];
  for (const message of messages) {
    pending.push({ index, message });
    index += 1;
    bytes += message.text.length;
    if (pending.length < windowMessages && bytes < windowBytes) continue;
    yield* joinDevices(groupByDevice(pending));
    [pending, bytes] = [[], 0];
  }
  yield* joinDevices(groupByDevice(pending));
}

export { anomalyActions } from './anomalyActions.ts';
export { deviceCheck } from './deviceCheck.ts';

/**
 * Stores the messages of a request in several transactions. If the request fails, the client sends it again, and messages
 * that are already stored are recognised by their ids.
 */
export const ingestHandlers = (
  context: Context,
): HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook'> => {
  const storeShared = createMessageQueue(context);
  return {
    'POST /api/statistic/webhook': async ({ body, platform, change, locale }) => {
      const { workers, now } = context;
      const sender = { platform, change };
      const Results: StatisticResult[] = [];
      const { messages, surplusCount } = await readMessages(workers, 'statistic', body, now().getTime());
      for (const { groups, isShareable } of groupMessages(messages)) {
        const devices = groups.map(group => group.map(({ message }) => message));
        const answers = isShareable
          ? await storeShared(sender, devices)
          : [await storeDevice(context, sender, devices[0]!)];
        for (const [g, group] of groups.entries())
          for (const [n, { index }] of group.entries()) Results[index] = withTexts(answers[g]![n]!, locale);
      }
      return { Results, ...refusedMessagesOf(surplusCount, locale) };
    },
    'POST /api/crash/webhook': async ({ body, platform, change, locale }) => {
      const { workers, now } = context;
      const Results: CrashResult[] = [];
      const { messages, surplusCount } = await readMessages(workers, 'crash', body, now().getTime());
      for (const message of messages)
        Results.push(withTexts(await change(tx => storeCrashMessage(tx, workers, platform, message)), locale));
      return { ...Results[0]!, Results, ...refusedMessagesOf(surplusCount, locale) };
    },
  };
};
