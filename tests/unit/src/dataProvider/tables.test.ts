// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, OfflineError } from '../../../../src/api/client.ts';
import { config } from '../../../../src/config.ts';
import { createDataProvider } from '../../../../src/dataProvider/index.ts';
import { listNames, locateList } from '../../../../src/dataProvider/locate.ts';
import { effectiveOrder, toSort, unselected } from '../../../../src/dataProvider/order.ts';
import { accidents } from '../../../../src/resources/accidents.ts';

const { host } = config;
Object.assign(config, { host: 'http://api.test' });
afterAll(() => void Object.assign(config, { host }));

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => localStorage.setItem('tokens', JSON.stringify({ Token: 'secret', ExpiresAt: '' })));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const provider = createDataProvider();
const pagination = { page: 2, perPage: 25 };
const own = toSort(unselected, unselected);
const table = 'http://api.test/api/v2/Accident/table/:status';

/** Answers one row and records the requests. */
const asked = () => {
  const requests: Request[] = [];
  server.use(
    http.get(table, ({ request }) => {
      requests.push(request);
      return HttpResponse.json({ Items: [{ Id: 7, ClientName: 'Анна' }], Total: 51 });
    }),
  );
  return requests;
};
const queryOf = (request: Request | undefined) => Object.fromEntries(new URL(request?.url ?? 'about:').searchParams);

describe('getList', () => {
  test('asks for a part of a split resource by its path parameter, and takes ids from Id', async () => {
    const requests = asked();
    const answer = await provider.getList('accidents-opened', { pagination, sort: own, filter: {} });
    expect(answer).toEqual({ data: [{ id: 7, Id: 7, ClientName: 'Анна' }], total: 51 });
    expect(new URL(requests[0]!.url).pathname).toBe('/api/v2/Accident/table/opened');
    expect(queryOf(requests[0])).toEqual({ page: '2', pageSize: '25', sort: 'QueuePlace-asc' });
  });

  test('carries token and language', async () => {
    const requests = asked();
    localStorage.setItem('applocale', 'en');
    await provider.getList('accidents-closed', { pagination, sort: own, filter: {} });
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(requests[0]?.headers.get('Accept-Language')).toBe('en');
  });

  test('turns q into search, several choices into one parameter, and leaves out what is not described', async () => {
    const requests = asked();
    const filter = { q: ' Анна ', Severity: ['mini', 'major'], Vip: false, MaximumAccelerationFrom: 2.5, Strange: 1 };
    await provider.getList('accidents-opened', { pagination, sort: toSort('ClientName', 'asc'), filter });
    expect(queryOf(requests[0])).toMatchObject({
      search: 'Анна',
      Severity: 'mini,major',
      Vip: 'false',
      MaximumAccelerationFrom: '2.5',
      sort: 'ClientName-asc',
    });
    expect(queryOf(requests[0])).not.toHaveProperty('Strange');
  });

  test('says what was expected when the answer is no table', async () => {
    server.use(http.get(table, () => HttpResponse.json({ rows: [] })));
    await expect(provider.getList('accidents-opened', { pagination, sort: own, filter: {} })).rejects.toThrow(
      'expected { Items, Total }, got keys rows',
    );
  });
});

describe('getMany', () => {
  test('is one question to the list, in the list that is named', async () => {
    const requests = asked();
    expect(await provider.getMany('accidents-closed', { ids: [7, 9] })).toEqual({
      data: [{ id: 7, Id: 7, ClientName: 'Анна' }],
    });
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v2/Accident/table/closed']);
    expect(queryOf(requests[0])).toEqual({ ids: '7,9', pageSize: '2' });
  });

  test('asks for records of a split resource one by one where no list is named', async () => {
    server.use(http.get('http://api.test/api/v2/Accident/:id', ({ params }) => HttpResponse.json({ Id: +params.id! })));
    expect((await provider.getMany('accidents', { ids: [7, 9] })).data.map(({ id }) => id)).toEqual([7, 9]);
  });
});

describe('errors', () => {
  test('an answer above 399 is an ApiError with the field errors as forms take them', async () => {
    const answer = { Message: 'Нельзя', Errors: [{ Field: 'Reason', Message: 'Пусто' }], TraceId: 't1' };
    server.use(http.put('http://api.test/api/v2/Accident/7', () => HttpResponse.json(answer, { status: 422 })));
    const params = { id: 7, data: { id: 7, CrashDynamicsId: 2 }, previousData: { id: 7, Version: 3 } };
    const error = await provider.update('accidents', params).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'Нельзя', status: 422, body: { errors: { Reason: 'Пусто' } } });
  });

  test('no answer at all is an OfflineError', async () => {
    server.use(http.get(table, () => HttpResponse.error()));
    const asking = provider.getList('accidents-opened', { pagination, sort: own, filter: {} });
    await expect(asking).rejects.toBeInstanceOf(OfflineError);
  });
});

test('update sends what changed, with the version it is based on', async () => {
  let body: unknown;
  server.use(
    http.put('http://api.test/api/v2/Accident/7', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ Id: 7, Version: 4 });
    }),
  );
  const previousData = { id: 7, Version: 3, CrashDynamicsId: 1, City: 'Казань' };
  const data = { id: 7, Version: 3, CrashDynamicsId: 2, City: 'Казань' };
  await expect(provider.update('accidents', { id: 7, data, previousData })).resolves.toMatchObject({ data: { id: 7 } });
  expect(body).toEqual({ CrashDynamicsId: 2, Version: 3 });
});

test('a record sent again after a lost answer has the key it had, the next one like it another', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('http://api.test/api/v2/InstallationCenter', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ Id: 5, Version: 1 }, { status: 201 });
    }),
  );
  const create = () => provider.create('installationCenters', { data: { Name: 'Север' } });
  await expect(create()).rejects.toThrow(OfflineError);
  await create();
  await create();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('ids lie in the cache, the titles beside them do not: those are in one language', async () => {
  server.use(
    http.get('http://api.test/api/v2/Accident/7', () =>
      HttpResponse.json({ Id: 7, StatusOfRoadAccidentID: 2, StatusOfRoadAccident: 'В работе', CarPartIds: [1] }),
    ),
  );
  expect((await provider.getOne('accidents', { id: 7 })).data).toEqual({
    ...{ id: 7, Id: 7, StatusOfRoadAccidentID: 2, CarPartIds: [1] },
  });
});

test('an action is an update by another call', async () => {
  let body: unknown;
  server.use(
    http.post('http://api.test/api/v2/Accident/7/status', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ Id: 7, Version: 4, Status: 'closed' });
    }),
  );
  const previousData = { id: 7, Version: 3, Status: 'opened' };
  const params = { id: 7, data: { Status: 'closed', Reason: undefined }, previousData, meta: { action: 'move' } };
  expect((await provider.update('accidents', params)).data).toMatchObject({ id: 7, Status: 'closed' });
  expect(body).toEqual({ Status: 'closed', Version: 3 });
  await expect(provider.update('accidents', { ...params, meta: { action: 'sell' } })).rejects.toThrow('"sell"');
});

test('a record is taken and given back, and what is large of it is read apart', async () => {
  const asked: string[] = [];
  server.use(
    http.get('http://api.test/api/*', ({ request }) => {
      asked.push(request.url.replace('http://api.test', ''));
      return HttpResponse.json({ LockedBy: 1 });
    }),
  );
  const answer = { data: { LockedBy: 1 } };
  expect(await provider.lock('accidents', { id: 7, meta: { takeOver: true, reason: 'смена' } })).toEqual(answer);
  expect(await provider.unlock('accidents', { id: 7 })).toEqual(answer);
  expect(await provider.getDetail('accidents', { id: 7, detail: 'curves', query: { points: 9 } })).toEqual(answer);
  expect(asked.map(decodeURI)).toEqual([
    '/api/crash/lock/7?takeOver=true&reason=смена',
    '/api/crash/unlock/7',
    '/api/crashes/curves/7?points=9',
  ]);
  await expect(provider.lock('vouchers', { id: 7 })).rejects.toThrow('locking vouchers');
});

describe('what belongs to a record', () => {
  const meta = { ownerId: 7 };
  const notes = 'http://api.test/api/v2/Accident/7/notes';

  test('goes by react-admin’s verbs, with its owner beside', async () => {
    const asked: (readonly [string, string, unknown])[] = [];
    server.use(
      http.all(`${notes}*`, async ({ request }) => {
        asked.push([request.method, new URL(request.url).pathname, await request.json().catch(() => undefined)]);
        return HttpResponse.json(request.method === 'GET' ? [{ Id: 3, Text: 'Да' }] : { Id: 3, Text: 'Нет' });
      }),
    );
    const params = { pagination: { page: 1, perPage: 25 }, sort: own, filter: {}, meta };
    expect(await provider.getList('accidents.notes', params)).toEqual({
      data: [{ id: 3, Id: 3, Text: 'Да' }],
      total: 1,
    });
    const data = { Text: 'Нет' };
    const record = { data: { id: 3, Id: 3, ...data } };
    expect(await provider.create('accidents.notes', { data, meta })).toEqual(record);
    expect(await provider.update('accidents.notes', { id: 3, data, previousData: { id: 3 }, meta })).toEqual(record);
    expect(await provider.delete('accidents.notes', { id: 3, meta })).toEqual({ data: { id: 3 } });
    const path = '/api/v2/Accident/7/notes';
    expect(asked).toEqual([
      ['GET', path, undefined],
      ['POST', path, data],
      ['PUT', `${path}/3`, data],
      ['DELETE', `${path}/3`, undefined],
    ]);
  });

  test('written again after a lost answer, it is written once', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(notes, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ Id: 5 }, { status: 201 });
      }),
    );
    const create = () => provider.create('accidents.notes', { data: { Text: 'Перезвонить' }, meta });
    await expect(create()).rejects.toThrow(OfflineError);
    await create();
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('a file goes with its token, and why it was refused comes back', async () => {
    const images = 'http://api.test/api/v2/Accident/7/images';
    const answers = [
      HttpResponse.json({ Id: 4, FileName: 'a.png' }, { status: 201 }),
      HttpResponse.json({ Message: 'Слишком велик' }, { status: 413 }),
    ];
    const tokens: (string | null)[] = [];
    server.use(
      http.post(images, ({ request }) => {
        tokens.push(request.headers.get('Authorization'));
        return answers.shift();
      }),
    );
    const send = () => provider.create('accidents.images', { data: { file: new File(['png'], 'a.png') }, meta });
    expect(await send()).toEqual({ data: { id: 4, Id: 4, FileName: 'a.png' } });
    await expect(send()).rejects.toMatchObject({ status: 413, message: 'Слишком велик' });
    expect(tokens).toEqual(['Bearer secret', 'Bearer secret']);
  });

  test('that is not described has no call', async () => {
    await expect(
      provider.update('accidents.calls', { id: 3, data: {}, previousData: { id: 3 }, meta }),
    ).rejects.toThrow('There is no call to "update" accidents.calls');
  });
});

test('a resource without a description goes to the simple REST provider, token included', async () => {
  let request: Request | undefined;
  server.use(
    http.get('http://api.test/api/v3/audit', got => {
      request = got.request;
      return HttpResponse.json([{ id: 1 }], { headers: { 'Content-Range': 'audit 0-0/1' } });
    }),
  );
  const filter = { entity: 'accident', entityId: 7 };
  const answer = await provider.getList('audit', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'DESC' },
    filter,
  });
  expect(answer).toMatchObject({ data: [{ id: 1 }], total: 1 });
  expect(queryOf(request)).toMatchObject({ filter: JSON.stringify(filter), range: '[0,9]', sort: '["id","DESC"]' });
  expect(request?.headers.get('Authorization')).toBe('Bearer secret');
});

describe('the order that holds', () => {
  test.each([
    [unselected, unselected, 'QueuePlace-asc'],
    [unselected, 'desc', 'QueuePlace-desc'],
    ['ClientName', unselected, 'ClientName-asc'],
    ['ClientName', 'desc', 'ClientName-desc'],
    ['City', 'desc', 'QueuePlace-desc'],
  ] as const)('column %s, direction %s: %s', (field, direction, expected) => {
    const order = effectiveOrder(accidents, toSort(field, direction));
    expect(`${order.field}-${order.direction}`).toBe(expected);
  });
});

test('every list has a name, and every name leads back to its description', () => {
  expect(listNames()).toEqual(
    expect.arrayContaining(['vouchers', 'accidents-opened', 'accidents-closed', 'accidents-notvalid', 'operators']),
  );
  expect(listNames()).not.toContain('accidents');
  for (const name of listNames()) expect(locateList(name)).toBeDefined();
  expect(locateList('accidents-opened')).toMatchObject({ split: 'opened', resource: { name: 'accidents' } });
  expect(locateList('accidents-elsewhere')).toBeUndefined();
});
