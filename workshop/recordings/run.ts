import { openApi, Refused, signIn, Unreachable } from './api.ts';
import { listFiles } from './files.ts';
import type { Options } from './options.ts';
import { type Found, findRecordings, readRecordings } from './reading.ts';
import { BrokenFile, type Recording, voucherNumber } from './recording.ts';
import { readVouchers, type Sender, type Sent, sendRecording } from './sending.ts';

type Say = (line: string) => void;

const tally = { recordings: 0, vouchers: 0, messages: 0, known: 0, failures: 0 };
type Tally = typeof tally;

const lineOf = (number: string, { messages, known: knownMessages, fixes, suspect }: Sent): string => {
  const newsText =
    knownMessages === messages ? 'nothing new' : `${messages - knownMessages} of ${messages} messages new`;
  const fixesText = fixes > 0 ? `, ${fixes} fixes${suspect > 0 ? ` (${suspect} suspect)` : ''}` : '';
  return `  ${number}: ${newsText}${fixesText}`;
};

const sendOne = async (sender: Sender, recording: Recording, say: Say, total: Tally): Promise<void> => {
  const number = voucherNumber(recording);
  try {
    const sent = await sendRecording(sender, recording);
    say(lineOf(number, sent));
    total.recordings++;
    total.vouchers += Number(sent.isNewVoucher);
    total.messages += sent.messages;
    total.known += sent.known;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    total.failures++;
    say(`  ${number}: refused, ${error.message}`);
  }
};

const importFile = async (
  folder: string,
  found: Extract<Found, { kind: 'recordings' }>,
  sender: Sender,
  say: Say,
  total: Tally,
): Promise<void> => {
  let recordings: Recording[];
  try {
    recordings = await readRecordings(folder, found);
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    total.failures++;
    say(`${found.file}: broken, ${error.message}`);
    return;
  }
  say(`${[found.file, ...found.companions].join(' + ')}: ${found.format.family}, recordings: ${recordings.length}`);
  for (const recording of recordings) await sendOne(sender, recording, say, total);
};

const skipReason = (found: Found): string | undefined => {
  if (found.kind === 'other') return `${found.file}: not a recording, ${found.reason}`;
  if (found.kind === 'companion' && !found.used)
    return `${found.file}: left out, the positions that would date it (${found.family}) are not beside it`;
  return undefined;
};

const summary = ({ recordings, vouchers, messages, known: knownMessages, failures }: Tally): string =>
  messages === knownMessages && failures === 0
    ? `Everything was there already: recordings ${recordings}, nothing changed.`
    : `Recordings ${recordings}, of them new ${vouchers}; messages ${messages}, of them new ${messages - knownMessages}; failures ${failures}.`;

/** Imports a folder. Returns the exit code. A recording that fails is reported and does not stop the import. */
export const runImport = async (options: Options, say: Say): Promise<number> => {
  const { folder, url, login, password, platformKey } = options;
  const total = { ...tally };
  try {
    const found = await findRecordings(folder, await listFiles(folder));
    const api = openApi(url);
    const token = await signIn(api, login, password);
    const vouchers = new Set((await readVouchers(api, token)).map(({ VoucherNumber }) => VoucherNumber));
    const sender = { api, token, platformKey, vouchers };
    for (const each of found) {
      const reason = skipReason(each);
      if (reason) say(reason);
      if (each.kind === 'recordings') await importFile(folder, each, sender, say, total);
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const isExpectedError =
      error instanceof Unreachable || error instanceof Refused || code === 'ENOENT' || code === 'ENOTDIR';
    if (!isExpectedError) throw error;
    say(code ? `There is no folder ${folder}.` : message);
    return 1;
  }
  say(total.recordings + total.failures === 0 ? `No recordings in ${folder}.` : summary(total));
  return total.failures > 0 ? 1 : 0;
};
