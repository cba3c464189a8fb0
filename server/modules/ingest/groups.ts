import type { PreparedMessage } from './preparing.ts';

/** Maximum number of messages in one transaction. Other messages of the device wait for it, 3 s at most. */
const mostMessages = 20;
/** Maximum size of the messages in one transaction, bytes of JSON. */
const mostBytes = 256 * 1024;
/** Messages of a body are read up to this number and size before the first is stored, to find those of one device. */
const windowMessages = 300;
const windowBytes = 1024 * 1024;

/** A message and its index in the body. */
export interface IndexedMessage {
  readonly index: number;
  readonly message: PreparedMessage;
}

/** Positions alone. Other messages are read together with trips and recordings of earlier ones. */
const isPlain = ({ kind, curve, alarms }: PreparedMessage): boolean =>
  kind === 'statistic' && curve === null && alarms.length === 0;

interface Group {
  readonly messages: IndexedMessage[];
  bytes: number;
  closed: boolean;
}

/** Divides messages into groups of one device each. Messages of a device keep their order. */
const groupsOf = (indexed: readonly IndexedMessage[]): IndexedMessage[][] => {
  const groups: Group[] = [];
  const latest = new Map<string, Group>();
  for (const each of indexed) {
    const { imei, text } = each.message;
    const plain = isPlain(each.message);
    const last = latest.get(imei);
    const fits = last && !last.closed && last.messages.length < mostMessages && last.bytes + text.length <= mostBytes;
    if (last && plain && fits) {
      last.messages.push(each);
      last.bytes += text.length;
      continue;
    }
    const group = { messages: [each], bytes: text.length, closed: !plain };
    groups.push(group);
    latest.set(imei, group);
  }
  return groups.map(({ messages }) => messages);
};

/**
 * Groups the messages of a body by device, so that each group is stored in one transaction and its trips are cut once.
 */
export async function* grouped(messages: AsyncIterable<PreparedMessage>): AsyncGenerator<readonly IndexedMessage[]> {
  let [waiting, bytes, index] = [[] as IndexedMessage[], 0, 0];
  for await (const message of messages) {
    waiting.push({ index, message });
    index += 1;
    bytes += message.text.length;
    if (waiting.length < windowMessages && bytes < windowBytes) continue;
    yield* groupsOf(waiting);
    [waiting, bytes] = [[], 0];
  }
  yield* groupsOf(waiting);
}
