import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { password } from '../../../tests/support/given.ts';

/** Fields that the test reads from the answers of all API calls. */
interface Answer {
  readonly Id: number;
  readonly Token: string;
  readonly Code: string;
  readonly State: string;
  readonly Status: string;
  readonly Version: number;
  readonly UploadId: string;
  readonly Changed: number;
  readonly Number: number;
  readonly Items: readonly { readonly VoucherNumber: string; readonly Number: number; readonly State: string }[];
}

export interface Reply {
  readonly status: number;
  readonly body: Answer;
  /** True: an earlier attempt ended without an answer, so the server may have done the work already. */
  readonly unsure: boolean;
}

interface Sent {
  readonly json?: object;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
  readonly token?: string;
  /** Idempotency key. The server does the work only once for repeated requests with the same key. */
  readonly key?: string;
}

/** Counts of answers and failures over all simulated persons. */
export interface Seen {
  readonly answers: Map<number, number>;
  /** Number of attempts without an answer. */
  lost: number;
  /** Descriptions of answers that held a row of another company. */
  readonly foreign: string[];
  /** Descriptions of wrong answers: status 500, or a refusal of a valid request. */
  readonly wrong: string[];
  /** Longest time until an API call was answered, including retries, seconds. */
  slowestS: number;
}

const maxWaitMs = 20_000;
const busy = new Set([408, 429, 503]);

/**
 * Returns a function that sends API calls through the proxy and repeats each until a server answers it. It throws after
 * the moment `giveUpAt`.
 */
export const makeClient = (address: string, seen: Seen, giveUpAt: () => number) => {
  const attempt = async (method: string, path: string, { json, file, token, key }: Sent) => {
    const form = new FormData();
    if (file) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
    const reply = await fetch(address + path, {
      method,
      headers: {
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(file && { body: form }),
      signal: AbortSignal.timeout(maxWaitMs),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, body: (isJson ? JSON.parse(text) : text) as Answer };
  };
  return async (method: string, path: string, sent: Sent = {}): Promise<Reply> => {
    const from = Date.now();
    for (let unsure = false; ; ) {
      const reply = await attempt(method, path, sent).catch(() => undefined);
      seen.slowestS = Math.max(seen.slowestS, (Date.now() - from) / 1000);
      if (reply) seen.answers.set(reply.status, (seen.answers.get(reply.status) ?? 0) + 1);
      else seen.lost += 1;
      if (reply && (reply.status === 500 || reply.status > 503))
        seen.wrong.push(`${reply.status} ${method} ${path}: ${JSON.stringify(reply.body)}`);
      if (reply && reply.status < 500 && !busy.has(reply.status)) return { ...reply, unsure };
      if (Date.now() > giveUpAt())
        throw new Error(`No answer: ${method} ${path} (${reply ? `${reply.status} ${reply.body.Code}` : 'lost'})`);
      unsure ||= !reply || reply.status === 500;
      await setTimeout(reply ? 1000 : 300);
    }
  };
};
export type Client = ReturnType<typeof makeClient>;

/** Returns a function that sends API calls of one account, and signs in again whenever the session is over. */
export const makePerson = (client: Client, email: string) => {
  let token = '';
  const signIn = async () => {
    const { status, body } = await client('POST', '/api/v2/Auth', { json: { Login: email, Password: password } });
    if (status !== 200) throw new Error(`Sign-in of ${email}: ${status} ${JSON.stringify(body)}`);
    token = body.Token;
  };
  const call = async (method: string, path: string, sent: Omit<Sent, 'token'> = {}): Promise<Reply> => {
    if (token === '') await signIn();
    const reply = await client(method, path, { ...sent, token });
    if (reply.status !== 401) return reply;
    await signIn();
    return client(method, path, { ...sent, token });
  };
  return {
    email,
    call,
    /** Sends a POST request that takes effect once, however often it is repeated. */
    once: (path: string, sent: Omit<Sent, 'token' | 'key'>, key: string = randomUUID()) =>
      call('POST', path, { ...sent, key }),
    token: () => token,
    use: (next: string) => {
      token = next;
    },
  };
};
export type Person = ReturnType<typeof makePerson>;
