import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ErrorAnswer } from '../../src/contract/shapes/common.ts';

const pack = promisify(gzip);
const tries = 6;

/** Error for a request that the server refused. `message` is the server's text. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export class Unreachable extends Error {
  override name = 'Unreachable';
}

const refusalText = async (reply: Response): Promise<string> => {
  const answer = (await reply.json().catch(() => ({}))) as Partial<ErrorAnswer>;
  const faults = answer.Errors?.map(({ Field, Message }) => `${Field}: ${Message}`).join('; ');
  return [`${reply.status}`, answer.Message, faults].filter(Boolean).join(' ');
};

const pause = (seconds: number): Promise<void> => new Promise(done => setTimeout(done, seconds * 1000));

/** HTTP client of one server. It works with any server that has the same API. */
export const openApi = (url: string) => {
  const base = url.replace(/\/+$/, '');
  const call = async <T>(method: 'GET' | 'POST', path: string, token?: string, body?: unknown): Promise<T> => {
    const packed = body === undefined ? undefined : new Uint8Array(await pack(JSON.stringify(body)));
    for (let attempt = 1; ; attempt++) {
      const reply = await fetch(base + path, {
        method,
        headers: {
          'accept-language': 'en',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(packed && { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
        },
        ...(packed && { body: packed }),
      }).catch(() => {
        throw new Unreachable(
          `The server at ${base} does not answer. Start it with "npm start", or name it with --url.`,
        );
      });
      if (reply.ok) return (await reply.json()) as T;
      const busy = reply.status === 503 || reply.status === 429;
      if (!busy || attempt === tries) throw new Refused(reply.status, await refusalText(reply));
      await pause(Math.min(30, Number(reply.headers.get('retry-after')) || 2));
    }
  };
  return {
    get: <T>(path: string, token: string) => call<T>('GET', path, token),
    post: <T>(path: string, body: unknown, token?: string) => call<T>('POST', path, token, body),
  };
};
export type Api = ReturnType<typeof openApi>;

export const signIn = async (api: Api, login: string, password: string): Promise<string> => {
  try {
    return (await api.post<{ Token: string }>('/api/v2/Auth', { Login: login, Password: password })).Token;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.status, `The server does not let ${login} in: ${error.message}`);
  }
};
