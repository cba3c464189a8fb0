import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answering, Receiver } from '../support/receiver.ts';
import { answersWith, takes } from '../support/receiver.ts';
import { rings, waiters } from '../support/waiting.ts';
import { type HookApp, openHookApp, soon } from '../support/webhooks.ts';

let hooks: HookApp;
beforeAll(async () => {
  // The real time is used, because the library that checks signatures uses it.
  hooks = await openHookApp(new Date().toISOString());
});
afterAll(() => hooks.close());

const hookOf = async (events?: readonly string[]) => {
  const { id, manager, crash, voucher } = await hooks.company();
  const receiver = await hooks.receiver();
  const { Id, Secret } = await hooks.activate(manager, receiver.url, events);
  const read = async () => (await manager('GET', `/api/v2/Webhook/${Id}`)).body;
  return { company: id, manager, crash, voucher, receiver, Id, Secret, read };
};
const arrived = (receiver: Receiver, count: number) => soon(() => receiver.got().length).toBe(count);
const signaturesOf = (secret: string, { id, headers, body }: ReturnType<Receiver['got']>[number]) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

describe('an event', () => {
  it('arrives signed over its id, time and body, with what a receiver needs and nobody’s name, phone or place', async () => {
    const { manager, crash, receiver, Secret, voucher } = await hookOf();
    const Id = await crash();
    await arrived(receiver, 1);
    const [message] = receiver.got();
    new Webhook(Secret).verify(message!.body, message!.headers as Record<string, string>);
    expect(message!.headers['webhook-signature']).toBe(signaturesOf(Secret, message!));
    expect(message!.json).toMatchObject({
      Type: 'accident.create',
      Timestamp: hooks.app.clock.now().toISOString(),
      Data: { Id, VoucherId: voucher.id, Status: 'opened', StatusBefore: null, Version: 1 },
    });
    expect(Object.keys(message!.json.Data).sort()).toEqual(
      'Ambulance CrashDateTime CrashUniqueIdentifier Drivable DuplicateOf Fields Id Injured Kind MaximumAcceleration ObjectId Police Severity Status StatusBefore StatusOfRoadAccidentID Version VoucherId VoucherNumber'.split(
        ' ',
      ),
    );
    await soon(() => hooks.deliveries(manager)).toMatchObject([
      { State: 'delivered', Attempts: 1, ResponseCode: 200, Fault: null, MessageId: message!.id },
    ]);
  });

  it('about a case that is closed as a duplicate arrives once and names the case that is kept', async () => {
    const { manager, crash, receiver } = await hookOf(['accident.move']);
    const [kept, Id] = [await crash(), await crash()];
    await manager('GET', `/api/crash/lock/${Id}`);
    const body = { Into: kept, IntoStatus: 'opened', Version: 1 };
    expect((await manager('POST', `/api/v2/Accident/${Id}/merge`, body)).status).toBe(200);
    await arrived(receiver, 1);
    expect(receiver.got()[0]!.json).toMatchObject({
      Type: 'accident.move',
      Data: { Id, Status: 'closed', StatusBefore: 'opened', DuplicateOf: kept },
    });
  });

  it('goes to those who asked for it, in the company where it happened, in the order of events', async () => {
    const all = await hookOf(['accident.create', 'accident.update', 'accident.move']);
    const creations = await hookOf();
    const Id = await all.crash();
    await all.manager('GET', `/api/crash/lock/${Id}`);
    const url = `/api/v2/Accident/${Id}`;
    const { body } = await all.manager('PUT', url, { Injured: 'no', Version: 1 });
    await all.manager('POST', `${url}/status`, { Version: body.Version, Status: 'closed', StatusOfRoadAccidentID: 8 });
    await creations.crash();
    await arrived(all.receiver, 3);
    await arrived(creations.receiver, 1);
    expect(all.receiver.got().map(({ json }) => [json.Type, json.Data.Status, json.Data.StatusBefore])).toEqual([
      ['accident.create', 'opened', null],
      ['accident.update', 'opened', null],
      ['accident.move', 'closed', 'opened'],
    ]);
    expect(all.receiver.got().map(({ json }) => json.Data.Injured)).toEqual([null, 'no', 'no']);
    expect(await hooks.deliveries(all.manager)).toHaveLength(3);
    expect((await creations.manager('GET', `/api/v2/Webhook/${all.Id}`)).status).toBe(404);
  });

  it('of a change that is rolled back is sent to nobody', async () => {
    const { manager, receiver, crash, voucher } = await hookOf();
    await hooks.app.connection.pool.query(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
       create constraint trigger refuse after insert on accident deferrable initially deferred
         for each row when (new.source = 'refused') execute function refuse()`,
    );
    const refused = { VoucherId: voucher.id, CrashDateTime: '2026-01-15T11:00:00.000Z', Source: 'refused' };
    expect((await manager('POST', '/api/v2/Accident', refused)).status).toBe(500);
    await crash();
    await arrived(receiver, 1);
    expect(await hooks.deliveries(manager)).toHaveLength(1);
  });
});

describe('a receiver that fails', () => {
  it('is asked again after ever longer pauses, under the same id, until it takes it', async () => {
    const { manager, receiver, crash, read } = await hookOf();
    receiver.answer(answersWith(503));
    await crash();
    for (const [failures, pauseS] of [5, 15, 30, 60].entries()) {
      await soon(async () => {
        const { FailuresInRow, QuietUntil } = await read();
        return [FailuresInRow, QuietUntil && Date.parse(QuietUntil) - hooks.app.clock.now().getTime()];
      }).toEqual([failures + 1, pauseS * 1000]);
      expect(receiver.got()).toHaveLength(failures + 1);
      hooks.app.clock.forward(pauseS);
    }
    receiver.answer(takes);
    await soon(async () => (await hooks.deliveries(manager))[0]).toMatchObject({ State: 'delivered', Attempts: 5 });
    expect(new Set(receiver.got().map(({ id }) => id)).size).toBe(1);
    expect(await read()).toMatchObject({ FailuresInRow: 0, QuietUntil: null });
  });

  it('gets nothing of an event after a day, unless somebody asks for it', async () => {
    const { manager, receiver, crash, Id } = await hookOf();
    receiver.answer(answersWith(500));
    await crash();
    await soon(async () => (await hooks.deliveries(manager))[0]?.Attempts).toBe(1);
    hooks.app.clock.forward(24 * 3600);
    await soon(async () => (await hooks.deliveries(manager))[0]).toMatchObject({ State: 'failed', Fault: 'status' });
    receiver.answer(takes);
    const at = (hours: number) => new Date(hooks.app.clock.now().getTime() + hours * 3_600_000).toISOString();
    const replay = (From: string, To: string) => manager('POST', `/api/v2/Webhook/${Id}/replay`, { From, To });
    expect((await replay(at(0), at(-1))).status).toBe(400);
    expect((await replay(at(-1), at(1))).status).toBe(200);
    expect((await hooks.deliveries(manager))[0]?.State).toBe('failed');
    expect((await replay(at(-25), at(0))).status).toBe(200);
    await soon(async () => (await hooks.deliveries(manager))[0]?.State).toBe('delivered');
    expect(new Set(receiver.got().map(({ id }) => id)).size).toBe(1);
  });

  it('is off after fifty failures in a row; its managers learn of it in the cabinet and by letter', async () => {
    const { company, manager, receiver, crash, read, Id } = await hookOf();
    receiver.answer(answersWith(500));
    await crash();
    await soon(async () => (await read()).FailuresInRow).toBe(1);
    await hooks.app.connection.pool.query('update webhook set failures_in_row = 48 where company_id = $1', [company]);
    hooks.mail.mockClear();
    hooks.app.clock.forward(3600);
    await soon(async () => (await read()).FailuresInRow).toBe(49);
    expect((await read()).State).toBe('active');
    hooks.app.clock.forward(3600);
    await soon(async () => (await read()).State).toBe('off');
    const { body: notices } = await manager('GET', '/api/v3/notifications');
    expect(notices).toMatchObject([{ kind: 'webhookOff', text: receiver.url }]);
    await soon(() => hooks.mail.mock.calls.length).toBe(1);
    expect(JSON.stringify(hooks.mail.mock.calls)).toContain(`/cabinet/admin/webhooks/${Id}/`);
    const before = receiver.got().length;
    await crash();
    receiver.answer(takes);
    hooks.app.clock.forward(3600);
    expect((await manager('POST', `/api/v2/Webhook/${Id}/resume`)).status).toBe(200);
    await soon(async () => (await hooks.deliveries(manager)).map(({ State }) => State)).toEqual([
      'delivered',
      'delivered',
    ]);
    expect(receiver.got().length - before).toBe(2);
    expect(await read()).toMatchObject({ State: 'active', FailuresInRow: 0 });
  });

  const endless: Answering = response => {
    response.writeHead(200);
    const part = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const more = (): void => {
      while (sent < 100 && !response.destroyed) {
        sent += 1;
        if (!response.write(part)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  const ways: readonly (readonly [string, Answering, object])[] = [
    ['says nothing', () => {}, { State: 'waiting', Fault: 'timeout', ResponseCode: null }],
    ['cuts the connection', response => response.destroy(), { State: 'waiting', Fault: 'cut', ResponseCode: null }],
    ['drips its answer', response => response.write('a'), { State: 'delivered', Fault: null, ResponseCode: 200 }],
    ['answers 100 MB', endless, { State: 'delivered', Fault: null, ResponseCode: 200 }],
    [
      'sends elsewhere',
      answersWith(302, { location: 'http://169.254.169.254/' }),
      { State: 'waiting', Fault: 'redirect', ResponseCode: 302 },
    ],
    ['refuses', answersWith(404), { State: 'waiting', Fault: 'status', ResponseCode: 404 }],
  ];
  it.each(ways)('is known for what it does when it %s', async (_name, answer, outcome) => {
    const { manager, receiver, crash } = await hookOf();
    receiver.answer(answer);
    await crash();
    await soon(async () => (await hooks.deliveries(manager))[0]).toMatchObject({ Attempts: 1, ...outcome });
    const { body } = await manager('GET', `/api/v2/WebhookDelivery/${(await hooks.deliveries(manager))[0]?.Id}`);
    expect(body.AnswerBeginning?.length ?? 0).toBeLessThanOrEqual(4096);
    expect(receiver.got()).toHaveLength(1);
  });

  it('harms no other: of a company whose receivers hang, four wait at once and the rest of the world goes on', async () => {
    // The receivers do not answer until the test lets them, however long other steps take.
    const patient = await openHookApp(undefined, 120_000);
    const { manager, crash: crashThere } = await patient.company();
    const other = await patient.company();
    const receiver = await patient.receiver();
    await patient.activate(other.manager, receiver.url);
    const dead = await patient.receiver();
    for (let n = 0; n < 8; n += 1) await patient.activate(manager, `${dead.url}/${n}`);
    const hanging: { destroy: () => void }[] = [];
    dead.answer(response => void hanging.push(response));
    await crashThere();
    await soon(() => hanging.length).toBe(4);
    await other.crash();
    await arrived(receiver, 1);
    expect(hanging.length).toBe(4);
    for (const response of hanging) response.destroy();
    await soon(() => hanging.length).toBe(8);
    for (const response of hanging) response.destroy();
    await patient.close();
  });
});

describe('a webhook', () => {
  it('that is paused attempts nothing, and says so: no next attempt, neither of its own nor of what waits', async () => {
    const { id, manager } = await hooks.company();
    const { rows } = await hooks.app.connection.pool.query(
      `insert into webhook (company_id, url, events, secret, state, quiet_until, created_at, created_by)
       values ($1, 'https://example.com/paused', '{accident.create}', 'whsec_', 'paused', $2, $2, '') returning id`,
      [id, hooks.app.clock.now()],
    );
    await hooks.app.connection.pool.query(
      `insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_at, next_attempt_at, retry_until)
       values ($1, $2, 'msg_1', 'accident.create', '{}', $3, $3, $3)`,
      [id, rows[0].id, hooks.app.clock.now()],
    );
    expect((await manager('GET', `/api/v2/Webhook/${rows[0].id}`)).body).toMatchObject({
      State: 'paused',
      QuietUntil: null,
    });
    const [waiting] = (await manager('GET', '/api/v2/WebhookDelivery/table')).body.Items;
    expect((await manager('GET', `/api/v2/WebhookDelivery/${waiting.Id}`)).body).toMatchObject({
      State: 'waiting',
      NextAttemptAt: null,
    });
  });

  it('that is paused writes down what happens and sends it when it is resumed', async () => {
    const { manager, receiver, crash, Id } = await hookOf();
    const act = (action: string) => manager('POST', `/api/v2/Webhook/${Id}/${action}`);
    expect((await act('pause')).body).toMatchObject({ State: 'paused' });
    expect((await act('pause')).status).toBe(422);
    await crash();
    await crash();
    expect((await hooks.deliveries(manager)).map(({ State, Attempts }) => [State, Attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ]);
    expect((await act('resume')).status).toBe(200);
    await arrived(receiver, 2);
  });

  it('whose secret is changed signs with both for a day, and with the new one after it', async () => {
    const { manager, receiver, crash, Id, Secret } = await hookOf();
    const { body } = await manager('POST', `/api/v2/Webhook/${Id}/rotate`);
    expect(body.Secret).toMatch(/^whsec_/);
    const last = () => receiver.got().at(-1)!;
    const signatures = () => String(last().headers['webhook-signature']);
    await crash();
    await arrived(receiver, 1);
    expect(signatures()).toBe(`${signaturesOf(body.Secret, last())} ${signaturesOf(Secret, last())}`);
    hooks.app.clock.forward(24 * 3600);
    await crash();
    await arrived(receiver, 2);
    expect(signatures()).toBe(signaturesOf(body.Secret, last()));
  });

  it('sends one delivery again under its old id when somebody asks', async () => {
    const { manager, receiver, crash } = await hookOf();
    await crash();
    await soon(async () => (await hooks.deliveries(manager))[0]?.State).toBe('delivered');
    const [{ Id = 0 } = {}] = await hooks.deliveries(manager);
    expect((await manager('POST', `/api/v2/WebhookDelivery/${Id}/replay`)).body).toMatchObject({ State: 'waiting' });
    await arrived(receiver, 2);
    const [first, second] = receiver.got();
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  });

  it('whose process is lost in the middle of an attempt is taken up by another, which makes the attempt again', async () => {
    const { company, manager, receiver, crash } = await hookOf();
    await hooks.app.connection.pool.query(
      "update webhook set lease = $2, lease_until = now() + interval '1 minute' where company_id = $1",
      [company, randomUUID()],
    );
    await crash();
    expect((await hooks.deliveries(manager))[0]).toMatchObject({ State: 'waiting', Attempts: 0 });
    expect(receiver.got()).toHaveLength(0);
    await hooks.app.connection.pool.query('update webhook set lease_until = now() where company_id = $1', [company]);
    await arrived(receiver, 1);
  });

  it('leaves nothing behind when it is removed', async () => {
    const { manager, crash, receiver, Id } = await hookOf();
    await crash();
    await arrived(receiver, 1);
    expect((await manager('DELETE', `/api/v2/Webhook/${Id}`)).status).toBe(200);
    expect(await hooks.deliveries(manager)).toEqual([]);
    await crash();
    expect(await hooks.deliveries(manager)).toEqual([]);
  });

  it.each([
    ['takes', takes],
    ['refuses', answersWith(500)],
  ])('waits for nobody who waits for it, while its receiver %s a delivery', async (_what, answering) => {
    const { company, crash, receiver, Id } = await hookOf();
    const { pool } = hooks.app.connection;
    const before = await rings(pool);
    const remover = await pool.connect();
    try {
      await remover.query('begin');
      receiver.answer(async (...answer) => {
        await remover.query('select from webhook where company_id = $1 and id = $2 for update', [company, Id]);
        answering(...answer);
      });
      await crash();
      await soon(() => waiters(pool)).toBe(1);
      await remover.query('delete from webhook where company_id = $1 and id = $2', [company, Id]);
      await remover.query('commit');
    } finally {
      remover.release();
    }
    expect(await rings(pool)).toBe(before);
  });
});
