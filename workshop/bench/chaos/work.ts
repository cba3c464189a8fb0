import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { callResult, workStatus } from '../../../src/contract/workStatuses.ts';
import type { Random } from '../../truth/random.ts';
import type { Client, Person, Seen } from './client.ts';
import type { Ledger } from './ledger.ts';

export interface Vehicle {
  readonly id: number;
  readonly objectId: string;
  readonly imei: string;
  /** Number of fixes that the server has acknowledged. */
  fixes: number;
}

/** A company whose rows carry its letter, so that the test recognises rows of another company. */
export interface Company {
  readonly id: number;
  readonly letter: string;
  readonly vehicles: readonly Vehicle[];
  readonly platformKey: string;
  /** Ids of acknowledged accidents. A user of the other company tries to read them. */
  readonly accidents: number[];
  /** Ids of closed accidents. The test does not change them again. */
  readonly closed: number[];
}

export interface Surroundings {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly seen: Seen;
  readonly company: Company;
  readonly other: () => Company;
  /** Start of the test. The times of all rows are relative to it. */
  readonly startMs: number;
  readonly isOver: () => boolean;
}

/** One turn of the work of a person. `turn` counts from 0. */
export type Turn = (random: Random, turn: number) => Promise<void>;

const pauseMs = 150;

/** Repeats the turns of a person until the time is over. The last turn is completed. */
export const work = async (name: string, { seen, isOver }: Surroundings, random: Random, turn: Turn): Promise<void> => {
  for (let n = 0; !isOver(); n += 1) {
    await turn(random, n).catch((error: Error) => void seen.wrong.push(`${name}, turn ${n}: ${error.message}`));
    await setTimeout(pauseMs + random.below(pauseMs));
  }
};

/** Throws unless the answer has this status. All requests of the test are valid and allowed. */
export const expectStatus = (
  { status, body }: { status: number; body: unknown },
  expected: number,
  subject: string,
): void => {
  if (status !== expected) throw new Error(`${subject}: ${status} ${JSON.stringify(body)}`);
};

const photographOf = (random: Random): Promise<Buffer> =>
  sharp({
    create: {
      width: 200 + random.below(200),
      height: 200,
      channels: 3,
      background: { r: random.below(256), g: random.below(256), b: random.below(256) },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

/**
 * Returns the work of an operator: accidents from the report to the end, with lease, notes, phone calls, photographs
 * and closing.
 */
export const operatorTurn = (around: Surroundings, person: Person, name: string): Turn => {
  const { ledger, company } = around;
  /**
   * Sends a change of an accident. If the lease of the accident has ended, it takes a new lease and repeats the change.
   */
  const leased = async (id: number, change: () => ReturnType<Person['call']>) => {
    for (let tried = 0; ; tried += 1) {
      const reply = await change();
      if (reply.status !== 409 || reply.body.Code !== 'LOCK_NEEDED' || tried === 20) return reply;
      await setTimeout(500);
      await person.call('GET', `/api/crash/lock/${id}`);
    }
  };
  const change = async (kind: 'note' | 'logged call' | 'photograph', mark: string, send: () => Promise<void>) => {
    ledger.begin(kind, mark);
    await send();
    ledger.acknowledge(kind, mark);
  };
  const uploadInPieces = async (id: number, fileName: string, bytes: Buffer) => {
    const startReply = await leased(id, () =>
      person.call('POST', `/api/v2/Accident/${id}/uploads`, { json: { FileName: fileName, Size: bytes.length } }),
    );
    expectStatus(startReply, 201, 'upload');
    const path = `/api/v2/Accident/${id}/uploads/${startReply.body.UploadId}`;
    const file = { name: fileName, bytes };
    expectStatus(await leased(id, () => person.call('POST', `${path}?offset=0`, { file })), 200, 'piece');
    return leased(id, () => person.call('POST', `${path}/finish`));
  };
  const close = async (id: number, mark: string) => {
    ledger.begin('closed case', mark);
    for (let tried = 0; tried < 20; tried += 1) {
      const found = await person.call('GET', `/api/v2/Accident/${id}`);
      expectStatus(found, 200, 'case');
      if (found.body.Status === 'closed') return ledger.acknowledge('closed case', mark);
      const json = { Status: 'closed', StatusOfRoadAccidentID: workStatus.finished, Version: found.body.Version };
      const { status } = await leased(id, () => person.call('POST', `/api/v2/Accident/${id}/status`, { json }));
      if (status === 200) return ledger.acknowledge('closed case', mark);
    }
    throw new Error(`case ${id} cannot be closed`);
  };
  return async (random, turn) => {
    const mark = `${company.letter}-${name}-${turn}`;
    const vehicle = company.vehicles[random.below(company.vehicles.length)] as Vehicle;
    const crashAt = new Date(around.startMs - 30 * 86_400_000 + turn * 60_000).toISOString();
    ledger.begin('accident', mark);
    const json = { VoucherId: vehicle.id, CrashDateTime: crashAt, Street: mark };
    const made = await person.once('/api/v2/Accident', { json });
    expectStatus(made, 201, 'report');
    ledger.acknowledge('accident', mark);
    const id = made.body.Id;
    company.accidents.push(id);
    expectStatus(await person.call('GET', `/api/crash/lock/${id}`), 200, 'lock');
    const base = `/api/v2/Accident/${id}`;
    for (let n = random.below(3); n >= 0; n -= 1) {
      const key = `${mark}-note-${n}`;
      await change('note', key, async () =>
        expectStatus(await leased(id, () => person.once(`${base}/notes`, { json: { Text: key } }, key)), 201, 'note'),
      );
    }
    await change('logged call', mark, async () => {
      const json = { ResultId: callResult.reached, Comment: mark };
      expectStatus(await leased(id, () => person.once(`${base}/calls`, { json }, `${mark}-call`)), 201, 'call');
    });
    const file = { name: `${mark}.jpg`, bytes: await photographOf(random) };
    const pieces = random.below(2) === 1;
    await change('photograph', file.name, async () => {
      const reply = pieces
        ? await uploadInPieces(id, file.name, file.bytes)
        : await leased(id, () => person.once(`${base}/images`, { file }, `${mark}-image`));
      expectStatus(reply, 201, 'photograph');
    });
    if (random.below(4) > 0) {
      await close(id, mark);
      company.closed.push(id);
    } else await person.call('GET', `/api/crash/unlock/${id}`);
  };
};

/** Returns the work of signing in and out, and of token refreshes. */
export const sessionTurn = (person: Person, client: Client): Turn => {
  return async random => {
    expectStatus(await person.call('GET', '/api/v2/Account/info'), 200, 'account');
    for (let n = random.below(4); n > 0; n -= 1) {
      const { status, body } = await client('POST', '/api/refresh', { json: {}, token: person.token() });
      // The answer to an earlier refresh was lost for longer than the old token is valid. The session is over.
      if (status === 401) return person.use('');
      expectStatus({ status, body }, 200, 'refresh');
      person.use(body.Token);
      expectStatus(await person.call('GET', '/api/userinfo'), 200, 'account');
    }
    if (random.below(3) === 0) {
      await client('POST', '/api/v1/logoff', { token: person.token() });
      person.use('');
    }
  };
};
