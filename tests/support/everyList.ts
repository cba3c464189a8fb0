import { expect, vi } from 'vitest';
import { resources } from '../../server/resources.ts';
import type { ExportFormat } from '../../src/contract/states.ts';
import { columnFields } from '../../src/schema/define.ts';
import { callFor } from '../../src/schema/paths.ts';
import type { Call, TestApp } from './app.ts';
import { hardDrive } from './drives.ts';
import { freshen } from './fresh.ts';
import { makeImei } from './given.ts';

export type Row = Readonly<Record<string, unknown>> & { readonly Id: number };

/** Every list of the cabinet: each resource, or each part of a split one. */
export const lists = Object.values(resources).flatMap(resource =>
  (resource.split?.values ?? [undefined]).map(split => ({
    list: [resource.name, split ?? []].flat().join(' '),
    resource,
    split,
  })),
);
export type List = (typeof lists)[number];

/** Waits for the end of a job and returns its row. */
export const over = async (call: Call, path: string) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', path);
      expect(body.State).not.toMatch(/queued|running|checking/);
      return body;
    },
    { interval: 20 },
  );

/** Creates a company with at least one row in each list. Its texts contain `name`. `call` uses its superuser. */
export const openWholeCompany = async (app: TestApp, name: string) => {
  const company = await app.given.company(name);
  const { id, token } = await app.given.account(company, 'SUPERUSER', { full_name: `Chief of ${name}` });
  await freshen(app, token);
  const call = app.as(token);
  const made = async (path: string, body: object, asWhom = call): Promise<{ readonly Id: number }> => {
    const reply = await asWhom('POST', path, body);
    expect([path, reply.status, reply.body.Errors]).toEqual([path, expect.toSatisfy(each => each < 300), undefined]);
    return reply.body;
  };
  const Imei = makeImei(600_000 + company);
  // The contract ends soon by the clock of the tests, so that the list of renewals has a row.
  const dates = { ActivatedAt: '2026-01-01T00:00:00Z', ContractEndDate: '2026-03-01' };
  const person = {
    Client: { LastName: name, Phone: `+7916000000${company}` },
    Vehicle: { Brand: 'Kia', Model: 'Rio' },
  };
  const voucher = await made('/api/v2/Voucher', { VoucherNumber: `V-${name}`, Imei, ...dates, ...person });
  for (const status of ['opened', 'closed', 'notvalid'] as const)
    await app.given.accident(company, { status, voucher_id: voucher.Id, city: name });
  await made('/api/v2/InstallationCenter', { Name: `Centre of ${name}`, City: name, Address: name });
  const platform = app.as(await app.given.platformKey(company));
  const begun = Date.parse('2026-01-14T09:00:00Z');
  const parked = Array.from({ length: 10 }, (_, at) => ({
    DateTime: new Date(begun - 3_600_000 + at * 1000).toISOString(),
    ...{ Latitude: 55.75, Longitude: 37.9, Speed: at === 5 ? 500 : 0 },
  }));
  const messages = [
    { Imei, Positions: parked },
    { Imei, Positions: hardDrive(begun, 20, { brakingEveryS: 60 }).Positions },
    { Imei: makeImei(700_000 + company), Positions: parked },
  ];
  for (const [at, message] of messages.entries())
    await made('/api/statistic/webhook', { MessageId: `message-${at}`, ...message }, platform);
  const { rows } = await app.connection.pool.query(
    `insert into webhook (company_id, url, events, state, secret, created_at, created_by)
     values ($1, $2, '{accident.create}', 'paused', 'x', now(), 'test') returning id`,
    [company, `https://${company}.example.test/`],
  );
  await app.connection.pool.query(
    `insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_at, retry_until)
     values ($1, $2, $3, 'accident.create', '{}', now(), now())`,
    [company, rows[0].id, `delivery-${company}`],
  );
  await app.connection.pool.query(
    `insert into import (company_id, resource, author_id, author_name, file_name, size_bytes, row_count, headings, mapping,
       samples, created_at, expires_at) values ($1, 'vouchers', $2, $3, $3, 1, 1, '[]', '[]', '[]', now(), now() + interval '1 day')`,
    [company, id, name],
  );
  const bulk = await made('/api/v2/Voucher/bulk/setAgent', { Query: {}, Asked: { Agent: name } });
  await over(call, `/api/v3/bulk/${bulk.Id}`);
  await made('/api/v3/exports/written', { Resource: 'vouchers', Format: 'csv', Columns: ['VIN'], Rows: company });
  return { company, token, call };
};

/** Required query parameters of lists. */
const alwaysAsked: Readonly<Record<string, object>> = { billedVouchers: { month: '2026-01' } };

/** Returns the first hundred rows of a list. */
export const page = async ({ resource, split }: List, call: Call, query: object): Promise<readonly Row[]> => {
  const [, path = ''] = callFor(resource, 'list')?.split(' ') ?? [];
  const asked = new URLSearchParams(
    Object.entries({ ...alwaysAsked[resource.name], ...query, pageSize: 100 }).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  const reply = await call('GET', `${path.replace(/\{\w+\}/, split ?? '')}?${asked}`);
  expect([path, String(asked), reply.status, reply.body.Errors]).toEqual([path, String(asked), 200, undefined]);
  return reply.body.Items;
};
/** Returns a list as a file of the server, with all columns. */
export const fileBytes = async (
  { resource, split }: List,
  call: Call,
  Format: ExportFormat,
  Query: object,
  more = {},
) => {
  const order = {
    Resource: resource.name,
    Split: split,
    Format,
    Columns: columnFields(resource),
    Query: { ...alwaysAsked[resource.name], ...Query },
    ...more,
  };
  const begun = await call('POST', '/api/v3/exports', order);
  expect([begun.status, begun.body.Errors]).toEqual([201, undefined]);
  const path = `/api/v3/exports/${begun.body.Id}`;
  expect(await over(call, path)).toMatchObject({ State: 'done', Error: null });
  const { bytes } = await call('GET', `${path}/file`);
  await call('DELETE', path);
  return bytes;
};
