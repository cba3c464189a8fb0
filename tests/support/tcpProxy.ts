import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** From now on each connection is cut in its next answer after this number of bytes. Undefined: no cuts. */
  readonly cut: (afterBytes: number | undefined) => void;
  /** Stops passing data in both directions, or continues with the waiting data. */
  readonly freeze: (frozen: boolean) => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts a TCP proxy that forwards connections to its targets (ports of this machine) in turn. It skips a target that
 * refuses. `port`: listening port. 0: a free one.
 */
export const startProxy = async (targets: readonly number[], port = 0): Promise<Proxy> => {
  const pairs = new Set<{ readonly client: Socket; readonly target: Socket }>();
  let turn = 0;
  let frozen = false;
  let cutAfter: number | undefined;

  const join = (client: Socket, target: Socket) => {
    const pair = { client, target };
    let leftBytes: number | undefined;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      target.destroy();
    };
    const send = (to: Socket, from: Socket, chunk: Buffer) => {
      if (to.write(chunk)) return;
      from.pause();
      to.once('drain', () => frozen || from.resume());
    };
    client.on('data', chunk => send(target, client, chunk));
    target.on('data', chunk => {
      if (cutAfter === undefined) return send(client, target, chunk);
      leftBytes ??= cutAfter;
      if (chunk.length <= leftBytes) {
        leftBytes -= chunk.length;
        return send(client, target, chunk);
      }
      client.write(chunk.subarray(0, leftBytes));
      pairs.delete(pair);
      client.end();
      client.resetAndDestroy();
      target.resetAndDestroy();
    });
    for (const socket of [client, target]) {
      socket.on('error', end);
      socket.on('close', end);
      if (frozen) socket.pause();
    }
  };
  const open = (client: Socket, tried = 0) => {
    if (tried === targets.length) return client.destroy();
    turn += 1;
    const target = connect(targets[turn % targets.length] ?? 0, '127.0.0.1');
    const refused = () => open(client, tried + 1);
    target.once('error', refused);
    target.once('connect', () => {
      target.off('error', refused);
      target.setNoDelay(true);
      join(client, target);
    });
  };
  const server = createServer({ noDelay: true }, client => {
    client.on('error', () => client.destroy());
    open(client);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: afterBytes => {
      cutAfter = afterBytes;
    },
    freeze: on => {
      frozen = on;
      for (const { client, target } of pairs)
        for (const socket of [client, target]) on ? socket.pause() : socket.resume();
    },
    close: async () => {
      for (const { client, target } of pairs) for (const socket of [client, target]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
