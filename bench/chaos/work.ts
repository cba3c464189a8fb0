import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import type { Random } from '../../scripts/truth/random.ts';
import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import type { Client, Person, Seen } from './client.ts';
import type { Ledger } from './ledger.ts';

export interface Vehicle {
  readonly id: number;
  readonly objectId: string;
  readonly imei: string;
  /** Fixes that were acknowledged. */
  fixes: number;
}

/** A company whose rows carry its letter, so that others' rows are known on sight. */
export interface Company {
  readonly id: number;
  readonly letter: string;
  readonly vehicles: readonly Vehicle[];
  readonly platformKey: string;
  /** Ids of its accidents, for the other company to try. */
  readonly accidents: number[];
}

export interface Surroundings {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly seen: Seen;
  readonly company: Company;
  readonly other: () => Company;
  /** When the run began: moments of all rows are counted from it. */
  readonly startMs: number;
  readonly isOver: () => boolean;
}

/** One turn of somebody's work. `turn` counts from 0. */
export type Turn = (random: Random, turn: number) => Promise<void>;

const pauseMs = 150;

/** Repeats turns until the time is over; the last one is finished. */
export const work = async (name: string, { seen, isOver }: Surroundings, random: Random, turn: Turn): Promise<void> => {
  for (let n = 0; !isOver(); n += 1) {
    await turn(random, n).catch((error: Error) => void seen.wrong.push(`${name}, turn ${n}: ${error.message}`));
    await setTimeout(pauseMs + random.below(pauseMs));
  }
};

/** Throws unless the answer has this status: whoever asked had every right to it. */
export const expectStatus = (
  { status, body }: { status: number; body: unknown },
  wanted: number,
  what: string,
): void => {
  if (status !== wanted) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
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

/** Cases from the report to the end: lock, notes, calls, photographs, close. */
export const operatorTurn = (around: Surroundings, person: Person, name: string): Turn => {
  const { ledger, company } = around;
  /** A change of a case, whose lease another clock or a long fault may have ended. */
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
  const inPieces = async (id: number, fileName: string, bytes: Buffer) => {
    const begun = await leased(id, () =>
      person.call('POST', `/api/v2/Accident/${id}/uploads`, { json: { FileName: fileName, Size: bytes.length } }),
    );
    expectStatus(begun, 201, 'upload');
    const path = `/api/v2/Accident/${id}/uploads/${begun.body.UploadId}`;
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
        ? await inPieces(id, file.name, file.bytes)
        : await leased(id, () => person.once(`${base}/images`, { file }, `${mark}-image`));
      expectStatus(reply, 201, 'photograph');
    });
    if (random.below(4) > 0) await close(id, mark);
    else await person.call('GET', `/api/crash/unlock/${id}`);
  };
};

/** Waits for a job's end; `under`: states in which it is still at work. */
const whenOver = async (person: Person, path: string, under: readonly string[]) => {
  for (;;) {
    const reply = await person.call('GET', path);
    expectStatus(reply, 200, path);
    if (!under.includes(reply.body.State)) return reply.body;
    await setTimeout(300);
  }
};

const importedRows = 12;

/** Imports, exports, bulk changes, invitations and reading of lists. */
export const managerTurn = (around: Surroundings, person: Person): Turn => {
  const { ledger, company, seen } = around;
  const ownOnly = (what: string, texts: readonly string[]) => {
    const foreign = texts.filter(text => text !== '' && !text.startsWith(`${company.letter}-`));
    if (foreign.length > 0) seen.foreign.push(`${company.letter} saw ${foreign[0]} in ${what}`);
  };
  const importFile = async (turn: number) => {
    const numbers = Array.from({ length: importedRows }, (_, n) => `${company.letter}-I${turn}-${n}`);
    for (const number of numbers) ledger.begin('imported voucher', number);
    const text = ['Номер ваучера;Фамилия;Марка', ...numbers.map(number => `${number};Петров;Lada`)].join('\n');
    const file = { name: `${company.letter}-${turn}.csv`, bytes: Buffer.from(text) };
    const { status, body } = await person.once('/api/v3/imports', { file });
    expectStatus({ status, body }, 201, 'import');
    const path = `/api/v3/imports/${body.Id}`;
    const steps = [
      ['check', 'uploaded', { Columns: ['VoucherNumber', 'ClientLastName', 'VehicleBrand'] }],
      ['run', 'checked', undefined],
    ] as const;
    for (const [step, before, json] of steps)
      for (let state = before as string; state === before; ) {
        const begun = await person.call('POST', `${path}/${step}`, json ? { json } : {});
        if (![200, 201, 409].includes(begun.status)) expectStatus(begun, 200, `import, ${step}`);
        state = (await whenOver(person, path, ['checking', 'importing'])).State;
      }
    const { State } = await whenOver(person, path, ['importing']);
    if (State !== 'done') throw new Error(`import ${body.Id} is ${State}`);
    ledger.acknowledge('imported voucher', ...numbers);
  };
  const exportList = async () => {
    const json = { Resource: 'vouchers', Format: 'csv', Columns: ['VoucherNumber', 'ClientName'], Query: {} };
    const { status, body } = await person.once('/api/v3/exports', { json });
    expectStatus({ status, body }, 201, 'export');
    ledger.begin('export', `${body.Id}`);
    const { State } = await whenOver(person, `/api/v3/exports/${body.Id}`, ['queued', 'running']);
    if (State !== 'done') throw new Error(`export ${body.Id} is ${State}`);
    const file = await person.call('GET', `/api/v3/exports/${body.Id}/file`);
    expectStatus(file, 200, 'file of an export');
    const rows = String(file.body).trim().split('\n').slice(1);
    ownOnly(
      'an export',
      rows.map(row => row.replace(/^"/, '')),
    );
    ledger.acknowledge('export', `${body.Id}`);
  };
  const changeMany = async (random: Random, turn: number) => {
    const agent = `${company.letter}-agent-${turn}`;
    const chosen = company.vehicles.filter(() => random.below(3) > 0);
    if (chosen.length === 0) return;
    const marks = chosen.map(({ id }) => `${id} ${agent}`);
    for (const mark of marks) ledger.begin('bulk-changed voucher', mark);
    const json = { Query: { ids: chosen.map(({ id }) => id).join(',') }, Asked: { Agent: agent } };
    const { status, body } = await person.once('/api/v2/Voucher/bulk/setAgent', { json });
    expectStatus({ status, body }, 201, 'bulk change');
    const path = `/api/v3/bulk/${body.Id}`;
    await whenOver(person, path, ['checking']);
    expectStatus(await person.once(`${path}/run`, {}), 201, 'bulk run');
    const over = await whenOver(person, path, ['checking', 'running', 'ready']);
    if (over.State !== 'done' || over.Changed !== chosen.length)
      throw new Error(`bulk change ${body.Id}: ${JSON.stringify(over)}`);
    ledger.acknowledge('bulk-changed voucher', ...marks);
  };
  const invite = async (turn: number) => {
    const Email = `${company.letter}-${turn}@chaos.test`.toLowerCase();
    ledger.begin('invited operator', Email);
    const json = { Email, FirstName: 'Ольга', LastName: `${company.letter}-${turn}`, Roles: ['OPERATOR'] };
    expectStatus(await person.once('/api/v2/Operator', { json }), 201, 'invitation');
    ledger.acknowledge('invited operator', Email);
  };
  const read = async (random: Random) => {
    const bucket = ['opened', 'closed', 'notvalid'][random.below(3)];
    const cases = await person.call('GET', `/api/v2/Accident/table/${bucket}?pageSize=100`);
    const vouchers = await person.call('GET', '/api/v2/Voucher/table?pageSize=100&sort=VoucherNumber-desc');
    for (const [what, reply] of [
      ['the cases', cases],
      ['the vouchers', vouchers],
    ] as const) {
      expectStatus(reply, 200, what);
      ownOnly(
        what,
        reply.body.Items.map(({ VoucherNumber }) => VoucherNumber),
      );
    }
    const theirs = around.other().accidents.at(-1);
    if (theirs === undefined) return;
    const { status } = await person.call('GET', `/api/v2/Accident/${theirs}`);
    if (status !== 404) seen.foreign.push(`${company.letter} asked for case ${theirs} of another company: ${status}`);
  };
  return async (random, turn) => {
    const choice = random.below(6);
    if (choice === 0) await importFile(turn);
    else if (choice === 1) await exportList();
    else if (choice === 2) await changeMany(random, turn);
    else if (choice === 3) await invite(turn);
    else await read(random);
  };
};

/** Sign-ins, exchanges of tokens and sign-outs. */
export const sessionTurn = (person: Person, client: Client): Turn => {
  return async random => {
    expectStatus(await person.call('GET', '/api/v2/Account/info'), 200, 'account');
    for (let n = random.below(4); n > 0; n -= 1) {
      const { status, body } = await client('POST', '/api/refresh', { json: {}, token: person.token() });
      // The answer was lost for longer than the old token is good for: the session is over.
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
