import type { ChildProcess } from 'node:child_process';
import { freePort } from '../../server/process/port.ts';
import { run, spawnScript } from './command.ts';
import type { Served } from './serving.ts';

/** Drivedesk in a child process, as a user runs it. */
export interface Running extends Served {
  readonly pid: number;
  readonly output: () => string;
  /** Stops the server with SIGTERM. Resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly again: () => Promise<Running>;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise(done => child.once('exit', code => done(code)));

/**
 * Maximum time of a start, milliseconds. Making the demo portfolio takes a quarter of a minute of a core, and with many
 * processes on two cores several minutes.
 */
const startMs = 900_000;

const answers = async (address: string, child: ChildProcess, output: () => string): Promise<void> => {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    const reply = await fetch(`${address}/health`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise(done => setTimeout(done, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not answer in ${startMs / 1000} s:\n${output()}`);
};

export const startServer = async (
  dataDir: string,
  environment: Record<string, string> = {},
  port?: number,
  tree?: string,
  preparation?: string,
): Promise<Running> => {
  const at = port ?? (Number(environment.PORT) || (await freePort()));
  const address = `http://127.0.0.1:${at}`;
  const settings = {
    // Set explicitly, because production has no automatic demo.
    DEMO: '1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    PORT: String(at),
    ...environment,
  };
  const { child, output } = spawnScript([run, 'serve'], settings, undefined, tree, preparation);
  await answers(address, child, output);
  return {
    address,
    pid: child.pid ?? 0,
    dataDir,
    output,
    stop: () => {
      child.kill('SIGTERM');
      return ended(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    again: () => startServer(dataDir, environment, at, tree, preparation),
  };
};

/** Returns a session of a demo account, for plain calls. */
export const signInTo = async (address: string, login: string, password = 'drivedesk-demo') => {
  const reply = await fetch(`${address}/api/v2/Auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Login: login, Password: password }),
  });
  const { Token } = (await reply.json()) as { Token: string };
  const headers = { authorization: `Bearer ${Token}` };
  return {
    token: Token,
    get: (path: string) => fetch(address + path, { headers }),
    post: (path: string, body: unknown) =>
      fetch(address + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    upload: (path: string, bytes: Buffer, name: string) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      return fetch(address + path, { method: 'POST', headers, body: form });
    },
  };
};

/**
 * Sends a change of an accident. A lease lasts for a minute, so the change takes it and is sent again if the lease is
 * over. Returns the answer to the lease if that is refused.
 */
export const sendLeased = async (take: () => Promise<Response>, send: () => Promise<Response>): Promise<Response> => {
  const reply = await send();
  if (reply.status !== 409) return reply;
  const lease = await take();
  return lease.ok ? send() : lease;
};

/** Makes a plain call as a demo account, or without an account, and returns the answer. */
export const askAs = async (address: string, as: string | undefined, method: string, path: string, body?: object) => {
  const reply = await fetch(address + path, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${(await signInTo(address, as)).token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
};
