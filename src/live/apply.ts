import type { QueryClient } from '@tanstack/react-query';
import type { News } from '../contract/shapes/live.ts';
import { listName, locate, type Registry } from '../dataProvider/locate.ts';
import { keyOfNested, keysOfRecord } from '../dataProvider/nested.ts';
import { resources } from '../resources/index.ts';
import type { Live, Resource } from '../schema/define.ts';
import { notifyJobEnd } from './jobs.ts';
import { patch, picked, type Row, rowsIn } from './rows.ts';
import { updateListChanges } from './store.ts';

/** An event of a resource with `live`: the changed fields of a record by wire name. */
interface RecordNews extends Row {
  readonly Id: number;
  readonly Version: number;
  readonly Action: string;
  /** Names of changed fields. */
  readonly Fields: readonly string[];
}

/** Applies events to the cache. Visible rows change in place. No row is added, removed or moved. */
export const makeCacheUpdater = (client: QueryClient, registry: Registry = resources) => {
  const rows = rowsIn(client);
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** Invalidates a query after 300 ms, so that several events cause only one request. */
  const askAgainSoon = (key: readonly unknown[]): void => {
    const name = JSON.stringify(key);
    if (waiting.has(name)) return;
    const ask = () => {
      waiting.delete(name);
      void client.invalidateQueries({ queryKey: [...key] });
    };
    waiting.set(name, setTimeout(ask, 300));
  };

  /** Invalidates the cached pages of a list that are not on screen. Each is fetched again when it is shown next. */
  const outdate = (list: string): void => {
    void client.invalidateQueries({ queryKey: [list, 'getList'], refetchType: 'none', type: 'inactive' });
    askAgainSoon(['dashboard', 'total', list]);
  };

  const come = (list: string, id: number): void => {
    if (!rows.has(list, id)) updateListChanges(list, ({ arrived }) => ({ arrived: new Set([...arrived, id]) }));
    outdate(list);
  };

  const leave = (list: string, id: number): void => {
    updateListChanges(list, ({ arrived, left }) => ({
      arrived: new Set([...arrived].filter(each => each !== id)),
      left: arrived.has(id) ? left : new Set([...left, id]),
    }));
    outdate(list);
  };

  const toLists = (resource: Resource, { split }: Live, news: RecordNews): void => {
    const { Id, Version, Action, Fields, ActorId, ...fields } = news;
    const list = listName(resource, split && news[split.now]);
    const before = split && news[split.before];
    if (Action === 'create') {
      come(list, Id);
      return;
    }
    const moved = before !== null && before !== undefined;
    const previousList = moved ? listName(resource, before) : list;
    const fresh = { ...fields, Version };
    // A row that moved to another list stays visible, marked as gone.
    const shown = rows.put(previousList, Id, { ...fresh, gone: moved || undefined }, Version);
    if (!moved) return;
    // If the record moved back, its visible row is no longer gone.
    rows.put(list, Id, { ...fresh, gone: undefined }, Version);
    if (shown) leave(previousList, Id);
    else outdate(previousList);
    come(list, Id);
  };

  /** Updates the open record. Its lease is patched at once, the rest is fetched again. */
  const toRecord = ({ name, lease, nested = {} }: Resource, news: RecordNews) => {
    const { Id, Version, Fields } = news;
    const key = [name, 'getOne', { id: String(Id) }];
    for (const query of client.getQueryCache().findAll({ queryKey: key })) {
      const known = query.state.data as Row | undefined;
      if (!known) continue;
      if (lease?.fields.some(field => Fields.includes(field)))
        patch(query, picked(news, [...lease.fields, ...Fields.filter(field => field in news)]));
      if (Number(known.Version) < Version) askAgainSoon(key);
    }
    for (const [each, { field }] of Object.entries(nested))
      if (Fields.includes(field)) askAgainSoon(keyOfNested(name, each, Id));
    askAgainSoon(['audit']);
  };

  /**
   * Handles a bulk change. Live lists offer a refresh, because their rows stay in place. Other lists are fetched again.
   */
  const manyChanged = (name: string): void => {
    const resource = registry[name];
    const live = resource?.list.live;
    for (const list of rows.lists())
      if (live && locate(list, registry)?.resource === resource) {
        updateListChanges(list, () => ({ missed: true }));
        outdate(list);
      }
    if (live && resource) for (const key of keysOfRecord(resource)) askAgainSoon(key);
    for (const area of [...(live ? [] : [name]), 'audit', ...(resource?.feeds ?? [])]) askAgainSoon([area]);
  };

  return {
    /** Updates the row of a record in one list. */
    put: (list: string, id: number, fields: object, version: number): void => void rows.put(list, id, fields, version),
    apply: ({ type, data }: News): void => {
      if (type === 'notification') askAgainSoon(['notifications']);
      else if (type === 'message') askAgainSoon(['messages', data.AccidentId ?? 0]);
      else if (type === 'job') {
        notifyJobEnd(data);
        askAgainSoon([data.Kind]);
      }
      // An event of a resource without `live`. Its data is fetched again, because few records change at a time.
      else if (type === 'record') {
        askAgainSoon(['dashboard', 'total', data.Resource]);
        for (const area of [data.Resource, 'audit', ...(registry[data.Resource]?.feeds ?? [])]) askAgainSoon([area]);
      } else if (type === 'records') manyChanged(data.Resource);
      else {
        for (const resource of Object.values(registry)) {
          if (resource.list.live?.news !== type) continue;
          toLists(resource, resource.list.live, data);
          toRecord(resource, data);
          for (const area of resource.feeds ?? []) askAgainSoon([area]);
        }
      }
    },
    /** Handles a gap in the events. Live lists are marked as possibly outdated, other data is fetched again. */
    reset: (): void => {
      for (const list of rows.lists())
        if (locate(list, registry)?.resource.list.live) updateListChanges(list, () => ({ missed: true }));
      for (const resource of Object.values(registry))
        if (resource.list.live) for (const key of keysOfRecord(resource)) askAgainSoon(key);
      void client.invalidateQueries({
        refetchType: 'none',
        type: 'inactive',
        // Live lists show by themselves that they may be outdated.
        predicate: ({ queryKey: [name, verb] }) =>
          verb !== 'getList' || !locate(String(name), registry)?.resource.list.live,
      });
      for (const area of ['dashboard', 'control-room', 'audit', 'notifications', 'messages', 'export'])
        askAgainSoon([area]);
    },
    stop: (): void => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};
