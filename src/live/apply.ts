import type { QueryClient } from '@tanstack/react-query';
import type { News } from '../contract/shapes/live.ts';
import { listName, locate, type Registry } from '../dataProvider/locate.ts';
import { keyOfNested, keysOfRecord } from '../dataProvider/nested.ts';
import type { Live, Resource } from '../resources/define.ts';
import { resources } from '../resources/index.ts';
import { tellOfJob } from './jobs.ts';
import { patch, picked, type Row, rowsIn } from './rows.ts';
import { changeNews } from './store.ts';

/** An event named in a resource's description: a record's changed fields by wire name. */
interface RecordNews extends Row {
  readonly Id: number;
  readonly Version: number;
  readonly Action: string;
  /** Names of changed fields. */
  readonly Fields: readonly string[];
}

/** Applies events to the cache. Visible rows change in place; none is added, removed or moved. */
export const applyTo = (client: QueryClient, registry: Registry = resources) => {
  const rows = rowsIn(client);
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** Debounced: a burst of events is one request. */
  const askAgainSoon = (key: readonly unknown[]): void => {
    const name = JSON.stringify(key);
    if (waiting.has(name)) return;
    const ask = () => {
      waiting.delete(name);
      void client.invalidateQueries({ queryKey: [...key] });
    };
    waiting.set(name, setTimeout(ask, 300));
  };

  /** Invalidates the hidden pages of a list. Each is read again when it is shown next. */
  const outdate = (list: string): void => {
    void client.invalidateQueries({ queryKey: [list, 'getList'], refetchType: 'none', type: 'inactive' });
    askAgainSoon(['dashboard', 'total', list]);
  };

  const come = (list: string, id: number): void => {
    if (!rows.has(list, id)) changeNews(list, ({ arrived }) => ({ arrived: new Set([...arrived, id]) }));
    outdate(list);
  };

  const leave = (list: string, id: number): void => {
    changeNews(list, ({ arrived, left }) => ({
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
    // What has moved stays in sight where it was, as one that is gone.
    const shown = rows.put(previousList, Id, { ...fresh, gone: moved || undefined }, Version);
    if (!moved) return;
    // Moved back meanwhile: the visible row is no longer gone.
    rows.put(list, Id, { ...fresh, gone: undefined }, Version);
    if (shown) leave(previousList, Id);
    else outdate(previousList);
    come(list, Id);
  };

  /** What is open of the record itself: its lease at once, the rest by reading it again. */
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

  /** Many were changed at once. Lists whose rows stay in place offer to be read again; others are. */
  const manyChanged = (name: string): void => {
    const resource = registry[name];
    const live = resource?.list.live;
    for (const list of rows.lists())
      if (live && locate(list, registry)?.resource === resource) {
        changeNews(list, () => ({ missed: true }));
        outdate(list);
      }
    if (live && resource) for (const key of keysOfRecord(resource)) askAgainSoon(key);
    for (const area of [...(live ? [] : [name]), 'audit', ...(resource?.feeds ?? [])]) askAgainSoon([area]);
  };

  return {
    /** Puts the row of a record right in one list. */
    put: (list: string, id: number, fields: object, version: number): void => void rows.put(list, id, fields, version),
    apply: ({ type, data }: News): void => {
      if (type === 'notification') askAgainSoon(['notifications']);
      else if (type === 'message') askAgainSoon(['messages', data.AccidentId ?? 0]);
      else if (type === 'job') {
        tellOfJob(data);
        askAgainSoon([data.Kind]);
      }
      // A plain record: few are changed at a time, so what shows it is read again.
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
    /** Missed events are unknown: refetches what does not move, marks lists as possibly outdated. */
    reset: (): void => {
      for (const list of rows.lists())
        if (locate(list, registry)?.resource.list.live) changeNews(list, () => ({ missed: true }));
      for (const resource of Object.values(registry))
        if (resource.list.live) for (const key of keysOfRecord(resource)) askAgainSoon(key);
      void client.invalidateQueries({
        refetchType: 'none',
        type: 'inactive',
        // These say themselves that they may be outdated.
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
