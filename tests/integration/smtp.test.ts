import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeMailer } from '../../server/mail/mailer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { readLetter } from '../support/letters.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';

const site = { publicUrl: 'https://cabinet.example.test', registration: false, passwordReset: true };
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Starts an installation with this SMTP_URL and records its log. */
const installation = async (smtpUrl: string) => {
  const log: string[] = [];
  const app = await openTestApp(undefined, {
    site,
    jobs: { startHook: 'onReady', reviveEveryMs: 1000 },
    mail: makeMailer({ smtpUrl, from: 'Кабинет <no-reply@example.test>', folder: '/nowhere' }),
    logger: { level: 'error', stream: { write: line => void log.push(line) } },
  });
  open.push(app);
  const company = await app.given.company();
  const person = () => app.given.account(company, 'OPERATOR', { full_name: 'Ёлкина Жанна' });
  return { app, log, person };
};
const mailServer = async (options?: SMTPServerOptions, port?: number): Promise<MailServer> => {
  const server = await startMailServer(options, port);
  open.push(server);
  return server;
};
const forgot = async (app: TestApp, Login: string) => {
  const { status, body } = await app.anonymous('POST', '/api/v2/Account/forgot', { Login });
  expect({ status, body }).toEqual({ status: 200, body: { Done: true } });
};
const theLetter = ({ delivered }: MailServer) =>
  vi.waitFor(() => {
    expect(delivered).toHaveLength(1);
    return delivered[0] as MailServer['delivered'][number];
  });
const theFailure = (log: string[], what: RegExp) => vi.waitFor(() => expect(log.join('')).toMatch(what));

/** Accepts this name and password. */
const asking: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, done) =>
    username === 'drive@desk' && password === 'p:ss/word'
      ? done(null, { user: username })
      : done(new Error('535 wrong name or password')),
};
const secret = `${encodeURIComponent('drive@desk')}:${encodeURIComponent('p:ss/word')}`;
/** The test's certificate is self-signed. A real certificate does not need this option. */
const unsigned = 'tls.rejectUnauthorized=false';

describe('a letter through a mail server', () => {
  it('arrives whole: envelope, Cyrillic headers, a text and a page, in plain letters; its link works', async () => {
    const server = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const { app, person, log } = await installation(`smtp://127.0.0.1:${server.port}`);
    const { email } = await person();
    await forgot(app, email);
    const { from, to, source, secure } = await theLetter(server);
    expect({ from, to, secure }).toEqual({ from: 'no-reply@example.test', to: [email], secure: false });
    const letter = readLetter(source);
    expect(letter).toMatchObject({ to: email, subject: 'Новый пароль для Drivedesk' });
    expect(letter.text).toContain('Ёлкина Жанна, для вашей учётной записи');
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^From: =\?UTF-8\?[BQ]\?\S+\?= <no-reply@example\.test>\r$/m);
    expect(source).toMatch(/^Message-ID: <\S+@example\.test>\r$/m);
    expect(source).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} /m);
    expect(source).toContain('Content-Type: multipart/alternative');
    for (const kind of ['plain', 'html']) expect(source).toContain(`Content-Type: text/${kind}; charset=utf-8`);
    // Any server on the way can pass the letter on: seven bits, short lines.
    expect(source).toMatch(/^[\r\n\t\x20-\x7e]*$/);
    expect(Math.max(...source.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(78);
    const Token = letter.link?.split('#')[1];
    const reset = await app.anonymous('POST', '/api/v2/Account/reset', { Token, Password: 'another fine password' });
    expect(reset.status).toBe(200);
    expect(log).toEqual([]);
  });

  it('is sent under a name and a password, over a line that was made safe first', async () => {
    const server = await mailServer(asking);
    const { app, person } = await installation(`smtp://${secret}@127.0.0.1:${server.port}?requireTLS=true&${unsigned}`);
    await forgot(app, (await person()).email);
    expect(await theLetter(server)).toMatchObject({ user: 'drive@desk', secure: true });
  });

  it('is sent over a line that is safe from the start', async () => {
    const server = await mailServer({ ...asking, secure: true });
    const { app, person } = await installation(`smtps://${secret}@127.0.0.1:${server.port}?${unsigned}`);
    await forgot(app, (await person()).email);
    expect(await theLetter(server)).toMatchObject({ user: 'drive@desk', secure: true });
  });
});

describe('a letter that cannot be sent is in the log, and nobody outside knows:', () => {
  it('a certificate that nobody vouches for', async () => {
    const server = await mailServer(asking);
    const { app, person, log } = await installation(`smtp://${secret}@127.0.0.1:${server.port}`);
    await forgot(app, (await person()).email);
    await theFailure(log, /certificate.*could not send a letter/);
    expect(server.delivered).toEqual([]);
  });

  it('a server without TLS where it is required', async () => {
    const server = await mailServer({ disabledCommands: ['STARTTLS'] });
    const { app, person, log } = await installation(`smtp://127.0.0.1:${server.port}?requireTLS=true`);
    await forgot(app, (await person()).email);
    await theFailure(log, /could not send a letter/);
    expect(server.delivered).toEqual([]);
  });

  it('a wrong password', async () => {
    const server = await mailServer(asking);
    const { app, person, log } = await installation(`smtp://some:body@127.0.0.1:${server.port}?${unsigned}`);
    await forgot(app, (await person()).email);
    await theFailure(log, /could not send a letter/);
  });

  it('a recipient who is refused; the next one gets theirs', async () => {
    let refused = '';
    const server = await mailServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) =>
        address === refused ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
    });
    const { app, person, log } = await installation(`smtp://127.0.0.1:${server.port}`);
    const [one, two] = [await person(), await person()];
    refused = one.email;
    await forgot(app, one.email);
    await theFailure(log, /No such mailbox/);
    expect(log.join('')).not.toContain('/auth/reset/');
    await forgot(app, two.email);
    expect((await theLetter(server)).to).toEqual([two.email]);
  });

  it('a server that takes the call and says nothing: known and unknown logins take as much work, and neither waits for it', async () => {
    const sockets: { destroy: () => void }[] = [];
    const silent = createServer(socket => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>(done => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    const { app, person, log } = await installation(`smtp://127.0.0.1:${port}`);
    const people = [];
    for (let i = 0; i < 10; i += 1) people.push(await person());
    await forgot(app, 'first@example.test');
    const known: number[] = [];
    const unknown: number[] = [];
    for (const [i, { email }] of people.entries()) {
      known.push(await cpuMsOf(() => forgot(app, email)));
      unknown.push(await cpuMsOf(() => forgot(app, `nobody${i}@example.test`)));
    }
    // If answers waited for their letters, all letters would have failed by now.
    expect(log.join('').match(/could not send a letter/g)?.length ?? 0).toBeLessThan(people.length);
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(0));
    const median = (all: number[]) => all.sort((a, b) => a - b)[all.length / 2] ?? 0;
    expect(median(known) / median(unknown)).toBeLessThan(4);
    expect(median(unknown) / median(known)).toBeLessThan(4);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await theFailure(log, /could not send a letter/);
  });
});

describe('a mail server that is away for a while', () => {
  const away = async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    await server.close();
    const { app, log } = await installation(`smtp://127.0.0.1:${server.port}`);
    const company = await app.given.company();
    const manager = await app.given.account(company, 'MANAGER');
    const call = app.as(manager.token);
    const invite = async (Email: string): Promise<number> => {
      const body = { LastName: 'Ёлкина', FirstName: 'Жанна', Email, Roles: ['OPERATOR'] };
      const answer = await call('POST', '/api/v2/Operator', body);
      expect(answer.status).toBe(201);
      return answer.body.Id;
    };
    const letterOf = async (id: number) => (await call('GET', `/api/v2/Operator/${id}`)).body.Invitation;
    return { app, log, port: server.port, call, invite, letterOf };
  };

  it('gets each letter once it is back; until then the inviter reads "not delivered yet"', async () => {
    const { log, port, invite, letterOf } = await away();
    const people = ['one@example.test', 'two@example.test', 'three@example.test'];
    const ids: number[] = [];
    for (const email of people) ids.push(await invite(email));
    await vi.waitFor(() => expect(log.filter(line => /could not send a letter/.test(line)).length).toBeGreaterThan(2));
    for (const id of ids) expect(await letterOf(id)).toBe('waiting');
    const { delivered } = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] }, port);
    await vi.waitFor(() => expect(delivered.map(({ to }) => to[0]).sort()).toEqual([...people].sort()));
    await vi.waitFor(async () => {
      for (const id of ids) expect(await letterOf(id)).toBeNull();
    });
  });

  it('gets a letter again under the same Message-ID where its answer was lost', async () => {
    const { port, invite } = await away();
    const sources: string[] = [];
    await mailServer(
      {
        disabledCommands: ['STARTTLS', 'AUTH'],
        onData: async (stream, _session, done) => {
          sources.push(await text(stream));
          done(sources.length === 1 ? new Error('451 taken, but not told so') : undefined);
        },
      },
      port,
    );
    await invite('seven@example.test');
    await vi.waitFor(() => expect(sources).toHaveLength(2), 60_000);
    const ids = sources.map(source => /^Message-ID: (<\S+@example\.test>)\r$/m.exec(source)?.[1]);
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
  });

  it('is given up after a day, which the inviter reads, and a new link begins anew', async () => {
    const { app, log, call, invite, letterOf } = await away();
    const id = await invite('four@example.test');
    await theFailure(log, /ECONNREFUSED/);
    await app.connection.pool.query(
      'update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null',
    );
    expect(await letterOf(id)).toBe('failed');
    const { body } = await call('GET', `/api/v2/Operator/${id}`);
    const again = await call('POST', `/api/v2/Operator/${id}/resend`, { Version: body.Version });
    expect(again.status).toBe(200);
    expect(await letterOf(id)).toBe('waiting');
  });

  it('gets the letters of a process that was killed while it sent one', async () => {
    const { app, log, port, invite } = await away();
    const people = ['five@example.test', 'six@example.test'];
    await invite(people[0] as string);
    await theFailure(log, /ECONNREFUSED/);
    // State after a killed process. Letters are sent one after the other, so the second waits for the first.
    await vi.waitFor(async () => {
      const { rowCount } = await app.connection.pool.query(`with letter as (
          update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '3 minutes'
          where locked_at is null returning job_queue_id)
        update graphile_worker._private_job_queues its set locked_by = 'killed', locked_at = now() - interval '3 minutes'
        from letter where its.id = letter.job_queue_id`);
      expect(rowCount).toBe(1);
    });
    await invite(people[1] as string);
    const { delivered } = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] }, port);
    await vi.waitFor(() => expect(delivered.map(({ to }) => to[0]).sort()).toEqual([...people].sort()));
  });

  it('leaves out a letter whose link has expired meanwhile', async () => {
    const { app, log, port } = await away();
    const { email } = await app.given.account(await app.given.company(), 'OPERATOR');
    await forgot(app, email);
    await theFailure(log, /ECONNREFUSED/);
    app.clock.forward(3601);
    const { delivered } = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] }, port);
    await vi.waitFor(async () => {
      const { rows } = await app.connection.pool.query('select 1 from graphile_worker.jobs');
      expect(rows).toEqual([]);
    });
    expect(delivered).toEqual([]);
  });
});
