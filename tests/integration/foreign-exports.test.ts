import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { bulkActions, type Resource } from '../../src/schema/define.ts';
import { type FilterParameter, filterParameters, sortableFields } from '../../src/schema/filters.ts';
import type { Field } from '../../src/schema/kinds/field.ts';
import { bulkCall } from '../../src/schema/paths.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import {
  lists as everyList,
  fileBytes,
  type List,
  openWholeCompany,
  over,
  page,
  type Row,
} from '../support/everyList.ts';

/* The caller knows all data of another company and requests it by ids, by each filter, by each order, in each list. */

/** Lists with separate rows for each company. */
const lists = everyList.filter(({ resource }) => !resource.shared);

let app: TestApp;
let ours: Call;
let theirs: Call;
let ourCompany: number;
let ourRows: ReadonlyMap<string, readonly Row[]>;
let theirRows: ReadonlyMap<string, readonly Row[]>;

const everything = async (call: Call) =>
  new Map(await Promise.all(lists.map(async list => [list.list, await page(list, call, {})] as const)));

beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
  ({ call: ours, company: ourCompany } = await openWholeCompany(app, 'Наши'));
  theirs = (await openWholeCompany(app, 'Чужие')).call;
  [ourRows, theirRows] = [await everything(ours), await everything(theirs)];
});
afterAll(() => app.close());

const idsOf = (rows: readonly Row[] = []) => rows.map(({ Id }) => Id);
/** Returns the rows of a file as written, without the lines above them. */
const fileRows = async (list: List, call: Call, format: 'csv' | 'xlsx', query: object) => {
  const bytes = await fileBytes(list, call, format, query);
  if (format === 'csv')
    return (parse(bytes, { bom: true, delimiter: ';' }) as string[][]).slice(1).map(row => row.join('|'));
  const book = read(bytes);
  const cells = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
  return cells.slice(1).map(row => row.join('|'));
};

const ownValue = ({ field }: FilterParameter, row: Row, { fields }: Resource): unknown =>
  row[(fields[field] as Field).idField ?? field] ?? null;

/** Returns a filter value of a caller who knows the row and everything that it may refer to. */
const valueFor = (parameter: FilterParameter, row: Row, resource: Resource): unknown => {
  if (parameter.comparison === 'empty') return false;
  if (parameter.comparison === 'within') return 'last30Days';
  const { targetResource } = resource.fields[parameter.field] as Field;
  const value = ownValue(parameter, row, resource) ?? idsOf(theirRows.get(targetResource ?? '')).join();
  return Array.isArray(value) ? value.join() : value;
};

describe.each(lists)('of $list', list => {
  it('each company has rows, and no row is of both', () => {
    const [own, foreign] = [idsOf(ourRows.get(list.list)), idsOf(theirRows.get(list.list))];
    expect([own.length, foreign.length]).toEqual([expect.toSatisfy(Boolean), expect.toSatisfy(Boolean)]);
    expect(own.filter(id => foreign.includes(id))).toEqual([]);
  });

  it('a file of another company’s rows is empty, and among our own there is none of them', async () => {
    const [own, foreign] = [idsOf(ourRows.get(list.list)), idsOf(theirRows.get(list.list))];
    for (const format of ['csv', 'xlsx'] as const) {
      const alone = await fileRows(list, ours, format, { ids: own.join() });
      expect(alone).toHaveLength(own.length);
      expect(await fileRows(list, ours, format, { ids: [...foreign, ...own].join() })).toEqual(alone);
    }
    expect(await fileRows(list, ours, 'csv', { ids: foreign.join() })).toEqual([]);
  });

  it('no filter with a value of another company’s row leads to it, in the list or in a file', async () => {
    // Read anew, because checks in the background replace device faults.
    const foreign = await page(list, theirs, {});
    const names = filterParameters(list.resource);
    for (const row of foreign)
      for (const parameter of names) {
        const value = valueFor(parameter, row, list.resource);
        if (value === null || value === '') continue;
        const query = { [parameter.name]: value };
        const found = idsOf(await page(list, ours, query));
        expect([query, found.filter(id => idsOf(foreign).includes(id))]).toEqual([query, []]);
        // The row's own company finds the row with this filter, so the filter would match.
        const isIts = ownValue(parameter, row, list.resource) !== null;
        if (isIts && (parameter.comparison === 'contains' || parameter.comparison === 'oneOf'))
          expect([query, idsOf(await page(list, theirs, query))]).toEqual([query, expect.arrayContaining([row.Id])]);
        if ((list.resource.fields[parameter.field] as Field).targetResource && parameter.comparison === 'oneOf')
          expect([query, await fileRows(list, ours, 'csv', query)]).toEqual([query, []]);
      }
  });

  it('no order of the list brings another company’s rows', async () => {
    const [own, foreign] = [idsOf(ourRows.get(list.list)), idsOf(theirRows.get(list.list))];
    for (const name of sortableFields(list.resource))
      for (const direction of ['asc', 'desc'])
        for (const query of [{}, { ids: [...foreign, ...own].join() }]) {
          const found = idsOf(await page(list, ours, { ...query, sort: `${name}-${direction}` }));
          expect([name, found.sort()]).toEqual([name, [...own].sort()]);
        }
  });
});

/** Additional values for each action. */
const asked = (operatorId: number): Readonly<Record<string, object>> => ({
  ...Object.fromEntries(['toMini', 'clear', 'confirm', 'suspend', 'block'].map(name => [name, { Reason: 'Чужое' }])),
  assign: { OperatorId: operatorId },
  setNextCall: { DateTimeOfNextCall: '2026-01-20T09:00:00Z' },
  resume: {},
  setContractType: { ContractTypeId: 1 },
  setAgent: { Agent: 'Чужой' },
  setBranch: { Branch: 'Чужой' },
});
const idOf = (list: string, rows: typeof ourRows): number => idsOf(rows.get(list))[0] ?? 0;

describe.each(lists.flatMap(list => bulkActions(list.resource).map(([action]) => ({ ...list, action }))))(
  '$action of $list',
  ({ action, ...list }) => {
    it('finds none of another company’s records and changes none', async () => {
      const before = await page(list, theirs, {});
      const Query = { ids: idsOf(before).join() };
      const Asked = asked(idOf('operators', ourRows))[action];
      const order = { ...(list.split && { Split: list.split }), Query, ...(Asked && { Asked }) };
      const begun = await ours('POST', bulkCall(list.resource, action).replace('POST ', ''), order);
      expect([begun.status, begun.body.Errors]).toEqual([201, undefined]);
      const path = `/api/v3/bulk/${begun.body.Id}`;
      expect(await over(ours, path)).toMatchObject({ Matching: 0, Possible: 0, Refused: 0 });
      await ours('POST', `${path}/run`);
      expect(await over(ours, path)).toMatchObject({ Changed: 0 });
      expect(await page(list, theirs, {})).toEqual(before);
    });
  },
);

it('many of our own are not given to another company’s operator', async () => {
  const order = { Split: 'opened', Query: {}, Asked: { OperatorId: idOf('operators', theirRows) } };
  const { status, body } = await ours('POST', '/api/v2/Accident/bulk/assign', order);
  expect([status, body.Errors?.[0]?.Field]).toEqual([400, 'OperatorId']);
});

describe('a record of another company that a body names', () => {
  const at = '2026-01-14T09:00:00.000Z';
  const car = { VehicleBrand: 'Kia', VehicleModel: 'Ceed' };
  const Vehicle = { Brand: 'Kia', Model: 'Rio' };
  const foreign = (list: string) => idOf(list, theirRows);
  const own = (list: string) => idOf(list, ourRows);
  const deviceOf = (rows: typeof ourRows) => rows.get('devices')?.[0]?.IMEI;
  const objectOf = (rows: typeof ourRows) => rows.get('vouchers')?.[0]?.ObjectId;
  /** Requests that name a foreign record. The refusal is the status with the field or the code. */
  const bodies: readonly (readonly [path: string, refusal: string, body: () => object])[] = [
    ['/api/v2/Accident', '404 NOT_FOUND', () => ({ VoucherId: foreign('vouchers'), CrashDateTime: at })],
    ['/api/crashes', '404 NOT_FOUND', () => ({ VoucherId: foreign('vouchers'), CrashDateTime: at })],
    ['/api/v2/Voucher', '400 ClientId', () => ({ VoucherNumber: 'F-1', ClientId: foreign('clients'), Vehicle })],
    [
      '/api/v2/Voucher',
      '409 DEVICE_TAKEN',
      () => ({ VoucherNumber: 'F-2', Client: { LastName: 'Чужой' }, Vehicle, Imei: deviceOf(theirRows) }),
    ],
    ['/api/voucher1', '400 ClientId', () => ({ VoucherNumber: 'F-3', ClientId: foreign('clients'), ...car })],
    ['/api/vehicleChange1', '404 NOT_FOUND', () => ({ VoucherId: foreign('vouchers'), ...car, Reason: 'Чужое' })],
    ['/api/obuAttach', '404 NOT_FOUND', () => ({ VoucherId: foreign('vouchers'), Imei: deviceOf(ourRows) })],
    [
      '/api/obuAttach',
      '409 DEVICE_TAKEN',
      () => ({ VoucherId: own('vouchers'), Imei: deviceOf(theirRows), Swap: true, Reason: 'Чужое' }),
    ],
    ['/api/obuDetach', '404 NOT_FOUND', () => ({ VoucherId: foreign('vouchers'), Reason: 'Чужое' })],
    [
      '/api/v2/Voucher/:voucher/moves/swap',
      '409 DEVICE_TAKEN',
      () => ({ Imei: deviceOf(theirRows), Version: 1, Reason: 'Чужое' }),
    ],
    [
      '/api/v2/Voucher/:voucher/moves/scheduleRemoval',
      '400 InstallationCenterId',
      () => ({
        InstallationCenterId: foreign('installationCenters'),
        ...{ AppointmentAt: '2026-01-20T09:00:00.000Z', Reason: 'Чужое', Version: 1 },
      }),
    ],
    [
      '/api/v3/scoring/recompute',
      '404 NOT_FOUND',
      () => ({ From: '2026-01-01', To: '2026-01-15', ObjectId: objectOf(theirRows) }),
    ],
    ['/api/v2/QuarantinedDevice/:quarantined/register', '400 VoucherId', () => ({ VoucherId: foreign('vouchers') })],
    ['/api/v2/QuarantinedDevice/:quarantined/map', '400 DeviceId', () => ({ DeviceId: foreign('devices') })],
    ['/api/v3/messages', '404 NOT_FOUND', () => ({ text: 'Чужое', accidentId: foreign('accidents opened') })],
    ['/api/v3/messages/read', '404 NOT_FOUND', () => ({ upTo: 1, accidentId: foreign('accidents opened') })],
    ['/api/v2/Accident/:accident/assign', '400 OperatorId', () => ({ OperatorId: foreign('operators') })],
    [
      '/api/v2/Operator/:operator/block',
      '400 HandOverTo',
      () => ({ HandOverTo: foreign('operators'), Reason: 'Чужое' }),
    ],
    [
      '/api/admin/terminal',
      '404 NOT_FOUND',
      () => ({ Id: foreign('devices'), IMEI: '356938035643809', ObuModelId: 1 }),
    ],
  ];

  const asked = {
    voucher: 'vouchers',
    quarantined: 'quarantinedDevices',
    accident: 'accidents opened',
  };
  let operator: number;
  beforeAll(async () => {
    operator = (await app.given.account(ourCompany, 'OPERATOR')).id;
  });

  it.each(bodies)(
    'is refused by POST %s with %s, and nothing of it is told or changed',
    async (path, refusal, body) => {
      const before = await everything(theirs);
      const url = path
        .replace(':operator', String(operator))
        .replace(/:(\w+)/, (_, name: keyof typeof asked) => String(own(asked[name])));
      const reply = await ours('POST', url, body());
      expect(`${reply.status} ${reply.body.Errors?.[0]?.Field ?? reply.body.Code}`).toBe(refusal);
      expect(JSON.stringify(reply.body)).not.toMatch(/Чужие|V-/);
      expect(await everything(theirs)).toEqual(before);
    },
  );
});
