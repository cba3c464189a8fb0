// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventOf } from '../../../../src/contract/shapes/live.ts';
import { makeCacheUpdater } from '../../../../src/live/apply.ts';
import { resetLiveState, useListChanges } from '../../../../src/live/store.ts';
import { defineResource } from '../../../../src/schema/define.ts';
import { f } from '../../../../src/schema/fields.ts';

let client: QueryClient;
let live: ReturnType<typeof makeCacheUpdater>;
const list = ['accidents-opened', 'getList', {}];
const rows = () => client.getQueryData<{ data: Record<string, unknown>[] }>(list)?.data ?? [];
const news = (name = 'accidents-opened') => renderHook(() => useListChanges(name)).result.current;

beforeEach(() => {
  vi.useFakeTimers();
  resetLiveState();
  client = new QueryClient();
  const row = (id: number) => ({ id, Version: 3, LockedByName: null, StatusOfRoadAccidentID: 1 });
  client.setQueryData(list, { data: [row(1), row(2)], total: 2 });
  live = makeCacheUpdater(client);
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const tell = async (more: Partial<EventOf<'accident'>>) => {
  const data: EventOf<'accident'> = {
    ...{ Id: 1, ObjectId: 'o', Action: 'update', Fields: [], ActorId: 9, Status: 'opened', StatusBefore: null },
    ...{ StatusOfRoadAccidentID: 2, Severity: null, DateTimeOfNextCall: null, Version: 4 },
    ...{ LockedBy: null, LockedByName: null, LockedUntil: null },
    ...more,
  };
  live.apply({ type: 'accident', data });
  await vi.advanceTimersByTimeAsync(0);
};

describe('news of an accident', () => {
  it('changes its row in place, and nothing else', async () => {
    const [, other] = rows();
    const fetchedAt = client.getQueryState(list)?.dataUpdatedAt;
    await tell({ Action: 'lock', Fields: ['LockedBy'], LockedBy: 9, LockedByName: 'Ольга' });
    expect(rows()[0]).toMatchObject({ id: 1, LockedByName: 'Ольга', StatusOfRoadAccidentID: 2 });
    expect(rows()[1]).toBe(other);
    expect(client.getQueryState(list)?.dataUpdatedAt).toBe(fetchedAt);
    expect(news().arrivedIds.size + news().leftIds.size).toBe(0);
  });

  it('does not undo what the list already shows', async () => {
    await tell({ Version: 2, LockedByName: 'Вчера' });
    expect(rows()[0]?.LockedByName).toBeNull();
  });

  it('that is new is counted once, and comes into no list by itself', async () => {
    await tell({ Id: 7, Action: 'create', Version: 1 });
    await tell({ Id: 7, Action: 'create', Version: 1 });
    expect([...news().arrivedIds]).toEqual([7]);
    expect(rows()).toHaveLength(2);
  });

  it('that is in the list already is no news', async () => {
    await tell({ Action: 'create' });
    expect(news().arrivedIds.size).toBe(0);
  });

  it('that has moved stays where it was, as one that is gone, and is new elsewhere', async () => {
    await tell({ Action: 'move', Status: 'closed', StatusBefore: 'opened' });
    expect(rows()[0]).toMatchObject({ id: 1, gone: true });
    expect([...news().leftIds]).toEqual([1]);
    expect([...news('accidents-closed').arrivedIds]).toEqual([1]);
    await tell({ Action: 'move', Status: 'opened', StatusBefore: 'closed', Version: 5 });
    expect(rows()[0]?.gone).toBeUndefined();
  });
});

it('what was missed is said of the lists and read again elsewhere', async () => {
  client.setQueryData(['dashboard', 'total', 'accidents-opened'], 2);
  live.reset();
  await vi.advanceTimersByTimeAsync(500);
  expect(news().hasMissedEvents).toBe(true);
  expect(client.getQueryState(list)?.isInvalidated).toBe(false);
  expect(client.getQueryState(['dashboard', 'total', 'accidents-opened'])?.isInvalidated).toBe(true);
});

it('goes by the description: a resource nobody has heard of is kept up to date too', async () => {
  const parcels = defineResource({
    name: 'parcels',
    entity: 'parcel',
    label: {
      ru: { title: 'X', one: 'x', few: 'x', many: 'x' },
      en: { title: 'X', one: 'x', other: 'x' },
    },
    title: 'Name',
    calls: { list: 'GET /api/v2/Voucher/table' },
    lease: { claimCall: 'GET /health', releaseCall: 'GET /health', fields: ['LockedByName'], until: 'LockedByName' },
    nested: { labels: { calls: {}, idParameter: 'labelId', eventField: 'Labels' } },
    fields: {
      LockedByName: f.text({ label: { ru: 'Who', en: 'Who' } }),
      Name: f.text({ label: { ru: 'Name', en: 'Name' } }),
      State: f.option({
        label: { ru: 'State', en: 'State' },
        dictionary: 'carParts',
        idField: 'StatusOfRoadAccidentID',
      }),
    },
    list: { columns: ['Name'], sort: 'Name-asc', live: { event: 'accident' } },
    access: { read: [] },
  });
  const key = ['parcels', 'getList', {}];
  client.setQueryData(key, { data: [{ id: 1, Version: 3, StatusOfRoadAccidentID: 1 }], total: 1 });
  const record = ['parcels', 'getOne', { id: '1' }];
  client.setQueryData(record, { id: 1, Version: 9, LockedByName: null });
  const labels = (ownerId: number) => ['parcels.labels', 'getList', { meta: { ownerId } }];
  for (const of of [1, 2]) client.setQueryData(labels(of), { data: [], total: 0 });
  live = makeCacheUpdater(client, { parcels });
  await tell({ Fields: ['LockedByName', 'Labels'], LockedByName: 'Ольга' });
  expect(client.getQueryData(key)).toMatchObject({ data: [{ id: 1, Version: 4, StatusOfRoadAccidentID: 2 }] });
  expect(client.getQueryData(record)).toEqual({ id: 1, Version: 9, LockedByName: 'Ольга' });
  await vi.advanceTimersByTimeAsync(500);
  expect([1, 2].map(of => client.getQueryState(labels(of))?.isInvalidated)).toEqual([true, false]);
  await tell({ Id: 8, Action: 'create' });
  expect([...news('parcels').arrivedIds]).toEqual([8]);
  expect(rows()[0]).toMatchObject({ Version: 3 });
});

it('the open record is known by its place in the cache, whatever language is on the screen', async () => {
  const key = ['accidents', 'getOne', { id: '1', meta: { query: { objectId: 'o' } } }];
  client.setQueryData(key, { id: 1, Version: 3, LockedByName: null });
  await tell({ Action: 'lock', Fields: ['LockedBy'], LockedBy: 9, LockedByName: 'Ольга' });
  expect(client.getQueryData(key)).toMatchObject({ LockedByName: 'Ольга' });
  await vi.advanceTimersByTimeAsync(500);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});
