import { setTimeout } from 'node:timers/promises';
import { answersWith, type Got, openReceiver, takes } from '../../../tests/support/receiver.ts';
import { startMailServer } from '../../../tests/support/smtp.ts';
import { startProxy } from '../../../tests/support/tcpProxy.ts';

/** A mail server that can refuse new connections and end open ones for a while. */
export const startMail = async () => {
  const server = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  let proxy = await startProxy([server.port]);
  const { port } = proxy;
  return {
    port,
    delivered: server.delivered,
    goAway: async (forMs: number): Promise<void> => {
      await proxy.close();
      await setTimeout(forMs);
      proxy = await startProxy([server.port], port);
    },
    close: async (): Promise<void> => {
      await proxy.close();
      await server.close();
    },
  };
};
export type Mail = Awaited<ReturnType<typeof startMail>>;

/** A receiver of one company's webhooks that can answer 503 for a while. */
export const startReceiver = async () => {
  const receiver = await openReceiver('https');
  const taken: Got[] = [];
  const take: typeof takes = (response, message) => {
    if (message.json.Type !== 'challenge') taken.push(message);
    takes(response, message);
  };
  receiver.answer(take);
  return {
    url: receiver.url,
    /** Messages that the receiver has acknowledged with status 200. */
    taken,
    refuse: async (forMs: number): Promise<void> => {
      receiver.answer(answersWith(503));
      await setTimeout(forMs);
      receiver.answer(take);
    },
    close: receiver.close,
  };
};
export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;
