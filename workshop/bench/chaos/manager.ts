import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../truth/random.ts';
import type { Person } from './client.ts';
import { shuffled } from './plan.ts';
import { expectStatus, type Surroundings, type Turn } from './work.ts';

/**
 * Polls a job until its state is not in `runningStates`, the states of an unfinished job. Resolves to the last answer.
 */
const waitUntilOver = async (person: Person, path: string, runningStates: readonly string[]) => {
  for (;;) {
    const reply = await person.call('GET', path);
    expectStatus(reply, 200, path);
    if (!runningStates.includes(reply.body.State)) return reply.body;
    await setTimeout(300);
  }
};

const importedRows = 12;

/** Returns the work of a manager: imports, exports, dossiers, bulk changes, invitations and reading of lists. */
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
        const startReply = await person.call('POST', `${path}/${step}`, json ? { json } : {});
        if (![200, 201, 409].includes(startReply.status)) expectStatus(startReply, 200, `import, ${step}`);
        state = (await waitUntilOver(person, path, ['checking', 'importing'])).State;
      }
    const { State } = await waitUntilOver(person, path, ['importing']);
    if (State !== 'done') throw new Error(`import ${body.Id} is ${State}`);
    ledger.acknowledge('imported voucher', ...numbers);
  };
  const exportList = async () => {
    const json = { Resource: 'vouchers', Format: 'csv', Columns: ['VoucherNumber', 'ClientName'], Query: {} };
    const { status, body } = await person.once('/api/v3/exports', { json });
    expectStatus({ status, body }, 201, 'export');
    ledger.begin('export', `${body.Id}`);
    const { State } = await waitUntilOver(person, `/api/v3/exports/${body.Id}`, ['queued', 'running']);
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
  const makeDossier = async () => {
    const id = company.closed.at(-1);
    if (id === undefined) return;
    const path = `/api/v3/accidents/${id}/dossiers`;
    const { status, body } = await person.once(path, { json: { TimeZone: 'Europe/Moscow' } });
    if (status !== 201) expectStatus({ status, body }, 200, 'dossier');
    const mark = `${id}/${body.Number}`;
    ledger.begin('dossier', mark);
    for (let state = 'queued'; state !== 'done'; ) {
      const list = await person.call('GET', path);
      expectStatus(list, 200, 'dossiers');
      state = list.body.Items.find(({ Number: number }) => number === body.Number)?.State ?? 'gone';
      if (!['queued', 'running', 'done'].includes(state)) throw new Error(`dossier ${mark} is ${state}`);
      if (state !== 'done') await setTimeout(300);
    }
    for (const [file, beginning] of [
      ['pdf', '%PDF-'],
      ['zip', 'PK'],
    ] as const) {
      const reply = await person.call('GET', `${path}/${body.Number}/${file}`);
      expectStatus(reply, 200, `${file} of a dossier`);
      if (!String(reply.body).startsWith(beginning)) throw new Error(`dossier ${mark}: this is no ${file}`);
    }
    ledger.acknowledge('dossier', mark);
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
    await waitUntilOver(person, path, ['checking']);
    expectStatus(await person.once(`${path}/run`, {}), 201, 'bulk run');
    const finishedState = await waitUntilOver(person, path, ['checking', 'running', 'ready']);
    if (finishedState.State !== 'done' || finishedState.Changed !== chosen.length)
      throw new Error(`bulk change ${body.Id}: ${JSON.stringify(finishedState)}`);
    ledger.acknowledge('bulk-changed voucher', ...marks);
  };
  const invite = async (turn: number) => {
    const Email = `${company.letter}-${turn}@chaos.test`.toLowerCase();
    ledger.begin('invited operator', Email);
    const json = { Email, FirstName: 'Ольга', LastName: `${company.letter}-${turn}`, Roles: ['OPERATOR'] };
    expectStatus(await person.once('/api/v2/Operator', { json }), 201, 'invitation');
    ledger.acknowledge('invited operator', Email);
  };
  const readRandomPage = async (random: Random) => {
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
    const foreignAccident = around.other().accidents.at(-1);
    if (foreignAccident === undefined) return;
    const { status } = await person.call('GET', `/api/v2/Accident/${foreignAccident}`);
    if (status !== 404)
      seen.foreign.push(`${company.letter} asked for case ${foreignAccident} of another company: ${status}`);
  };
  const tasks: readonly Turn[] = [
    (_, turn) => importFile(turn),
    exportList,
    makeDossier,
    changeMany,
    (_, turn) => invite(turn),
    readRandomPage,
    readRandomPage,
  ];
  let remainingTurns: Turn[] = [];
  return async (random, turn) => {
    if (remainingTurns.length === 0) remainingTurns = shuffled(tasks, random);
    await remainingTurns.pop()?.(random, turn);
  };
};
