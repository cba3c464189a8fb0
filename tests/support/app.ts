import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../../server/app.ts';
import { type Connection, connect } from '../../server/db/connect.ts';
import { makeGiven } from './given.ts';

/** A clock that stands still until it is moved. */
export interface Clock {
  readonly now: () => Date;
  readonly set: (moment: string) => void;
  readonly forward: (seconds: number) => void;
}

const makeClock = (moment: string): Clock => {
  let at = new Date(moment);
  return {
    now: () => at,
    set: text => {
      at = new Date(text);
    },
    forward: seconds => {
      at = new Date(at.getTime() + seconds * 1000);
    },
  };
};

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects to be there
  readonly body: any;
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  more?: InjectOptions,
) => Promise<Reply>;

export interface TestApp {
  readonly server: FastifyInstance;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly given: ReturnType<typeof makeGiven>;
  /** Calls without a token. */
  readonly anonymous: Call;
  /** Calls with this bearer token (of a session, or a platform's key). */
  readonly as: (token: string, language?: 'ru' | 'en') => Call;
  readonly databaseUrl: string;
  /** Takes the database away, as a crash of its server would. */
  readonly loseDatabase: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const makeCall =
  (server: FastifyInstance, token: string | undefined, language: string): Call =>
  async (method, url, body, more = {}) => {
    const headers = {
      'accept-language': language,
      ...(token && { authorization: `Bearer ${token}` }),
      ...more.headers,
    };
    const payload = more.payload ?? (body === undefined ? undefined : (body as object));
    const reply = await server.inject({ method, url, ...more, headers, ...(payload !== undefined && { payload }) });
    const json = String(reply.headers['content-type'] ?? '').includes('json');
    return {
      status: reply.statusCode,
      body: json ? reply.json() : reply.body,
      headers: reply.headers,
      bytes: reply.rawPayload,
    };
  };

/** A server of its own on a fresh database copied from the migrated template. Close it when the file is done. */
export const openTestApp = async (
  moment = '2026-01-15T12:00:00.000Z',
  more: Partial<AppOptions> = {},
): Promise<TestApp> => {
  const serverUrl = inject('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name} template drivedesk_template`);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const connection = connect(databaseUrl, () => {}, 24);
  const drop = () => admin.query(`drop database if exists ${name} with (force)`);
  const clock = makeClock(moment);
  const server = await buildApp({
    connection,
    now: clock.now,
    logger: process.env.TEST_LOG ? { level: process.env.TEST_LOG } : false,
    ...more,
  });
  await server.ready();
  return {
    server,
    connection,
    clock,
    given: makeGiven(connection.db, clock.now),
    anonymous: makeCall(server, undefined, 'ru'),
    as: (token, language = 'ru') => makeCall(server, token, language),
    databaseUrl,
    loseDatabase: async () => {
      await drop();
    },
    close: async () => {
      await server.close();
      await connection.close();
      await drop();
      await admin.end();
    },
  };
};
