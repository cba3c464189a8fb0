import { connect, type Socket } from 'node:net';
import type { TestApp } from './app.ts';

/** Vouchers in a long list: several times what lies in the buffers between a server and a reader that does not read. */
export const givenLongList = async ({ given, connection }: TestApp, companyId: number, rows: number): Promise<void> => {
  await given.voucher(companyId);
  await connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, cycle, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, contract_number)
     select company_id, 'long-' || company_id || '-' || n, 'L-' || n, client_id, vehicle_id, cycle, created_at, activated_at,
       'Клиент Номер ' || n, vehicle_brand, vehicle_model, repeat(md5(n::text), 160)
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows],
  );
  await connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    companyId,
    rows,
  ]);
};

export interface RawReader {
  readonly socket: Socket;
  /** What has come so far. */
  readonly text: () => string;
  /** Resolves when the connection is closed, by whichever side. */
  readonly closed: Promise<void>;
}

/** A request on a connection of its own, whose reading the test has in hand. Reads nothing until `resume`. */
export const readRaw = (address: string, token: string, path: string, method = 'GET'): RawReader => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('error', () => {});
  socket.on('data', chunk => {
    text += chunk.toString('latin1');
  });
  socket.pause();
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  return { socket, text: () => text, closed: new Promise(done => socket.once('close', () => done())) };
};
