import { expect, vi } from 'vitest';
import { type Call, openTestApp } from './app.ts';
import { openReceiver } from './receiver.ts';

/** Polls for an effect that happens without a further call, however busy the machine is. */
export const soon = <T>(read: () => T) => expect.poll(read, { interval: 20 });

/** Starts a server that runs its jobs at once and may send webhooks to this machine. */
export const openHookApp = async (moment?: string, answerMs = 1500) => {
  const mail = vi.fn(async () => {});
  const app = await openTestApp(moment, {
    jobs: { startHook: 'onReady', reviveEveryMs: 25 },
    // No name resolves, so that requests reach only this machine.
    webhooks: {
      http: true,
      hosts: ['127.0.0.1'],
      resolve: async () => [],
      connectTimeoutMs: 5000,
      answerTimeoutMs: answerMs,
      bodyTimeoutMs: 300,
    },
    mail: { send: mail },
  });
  const receivers: Awaited<ReturnType<typeof openReceiver>>[] = [];
  const receiver = async () => {
    const opened = await openReceiver();
    receivers.push(opened);
    return opened;
  };
  const company = async () => {
    const id = await app.given.company();
    const manager = app.as((await app.given.account(id, 'MANAGER')).token, 'en');
    // The clock of the test runs for days.
    await app.connection.pool.query("update session set expires_at = '2100-01-01'");
    const voucher = await app.given.voucher(id);
    const crash = async (): Promise<number> =>
      (await manager('POST', '/api/v2/Accident', { VoucherId: voucher.id, CrashDateTime: '2026-01-15T11:00:00.000Z' }))
        .body.Id;
    return { id, manager, voucher, crash };
  };
  const activate = async (manager: Call, Url: string, Events: readonly string[] = ['accident.create']) => {
    const { body } = await manager('POST', '/api/webhook/activate', { Url, Events });
    return body as { Id: number; Secret: string };
  };
  const deliveries = async (manager: Call, query = '') =>
    (await manager('GET', `/api/v2/WebhookDelivery/table?sort=CreatedAt-asc${query}`)).body.Items as {
      Id: number;
      State: string;
      Attempts: number;
      ResponseCode: number | null;
      Fault: string | null;
      MessageId: string;
    }[];
  const close = async () => {
    await Promise.all(receivers.map(each => each.close()));
    await app.close();
  };
  return { app, mail, receiver, company, activate, deliveries, close };
};
export type HookApp = Awaited<ReturnType<typeof openHookApp>>;
