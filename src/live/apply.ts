import type { QueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import type { Option } from '../contract/shapes/common.ts';
import type { News } from '../contract/shapes/live.ts';
import { listName, locate, type Registry } from '../dataProvider/locate.ts';
import { currentLocale } from '../i18n/locale.ts';
import type { Live, Resource } from '../resources/define.ts';
import { resources } from '../resources/index.ts';
import { patch, type Row, rowsIn } from './rows.ts';
import { changeNews } from './store.ts';

/** An event named in a resource's description: a record's changed fields by wire name. */
interface RecordNews extends Row {
  readonly Id: number;
  readonly Version: number;
  readonly Action: string;
  /** Names of changed fields. */
  readonly Fields: readonly string[];
}
type Dictionary = NonNullable<Resource['fields'][string]['dictionary']>;

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

  const come = (list: string, id: number): void => {
    if (!rows.has(list, id)) changeNews(list, ({ arrived }) => ({ arrived: new Set([...arrived, id]) }));
    askAgainSoon(['dashboard', 'total', list]);
  };

  const leave = (list: string, id: number): void => {
    changeNews(list, ({ arrived, left }) => ({
      arrived: new Set([...arrived].filter(each => each !== id)),
      left: arrived.has(id) ? left : new Set([...left, id]),
    }));
    askAgainSoon(['dashboard', 'total', list]);
  };

  const titlesIn = (dictionary: Dictionary): Promise<readonly Option[]> =>
    client.fetchQuery({
      queryKey: ['dictionary', dictionary, currentLocale()],
      queryFn: async ({ signal }) => (await send(`GET /api/v2/Info/${dictionary}`, { signal })).json(),
    });

  /** Events hold ids; rows show titles from dictionaries. */
  const titlesOf = async ({ fields }: Resource, news: RecordNews): Promise<Row> => {
    const wanted = Object.entries(fields).flatMap(([name, { dictionary, idField = '' }]) =>
      dictionary && news[idField] !== undefined ? [{ name, dictionary, id: String(news[idField]) }] : [],
    );
    const found = wanted.map(async ({ name, dictionary, id }) => {
      const titles = await titlesIn(dictionary).catch((): readonly Option[] => []);
      const title = titles.find(({ Id }) => Id === id)?.Title;
      return title === undefined ? [] : [[name, title] as const];
    });
    return Object.fromEntries((await Promise.all(found)).flat());
  };

  const toLists = async (resource: Resource, { split }: Live, news: RecordNews): Promise<void> => {
    const { Id, Version, Action, Fields, ActorId, ...fields } = news;
    const list = listName(resource, split && news[split.now]);
    const before = split && news[split.before];
    if (Action === 'create') {
      come(list, Id);
      return;
    }
    const moved = before !== null && before !== undefined;
    const previousList = moved ? listName(resource, before) : list;
    const fresh = { ...fields, ...(await titlesOf(resource, news)), Version };
    // A moved row stays visible, marked as gone.
    const shown = rows.put(previousList, Id, { ...fresh, gone: moved || undefined }, Version);
    if (!moved) return;
    // Moved back meanwhile: the visible row is no longer gone.
    rows.put(list, Id, { ...fresh, gone: undefined }, Version);
    if (shown) leave(previousList, Id);
    else askAgainSoon(['dashboard', 'total', previousList]);
    come(list, Id);
  };

  /** Updates an open record: its lock at once, the rest by refetching. */
  const toRecord = (
    { name }: Resource,
    type: News['type'],
    { Id, Version, Fields, LockedBy, LockedByName, LockedUntil }: RecordNews,
  ) => {
    const key = [name, 'getOne', { id: String(Id) }];
    for (const query of client.getQueryCache().findAll({ queryKey: key })) {
      const known = query.state.data as Row | undefined;
      if (!known) continue;
      if (Fields.includes('LockedBy')) patch(query, { LockedBy, LockedByName, LockedUntil });
      if (Number(known.Version) < Version) askAgainSoon(key);
    }
    for (const field of Fields) askAgainSoon([type, Id, field.toLowerCase()]);
    askAgainSoon(['audit']);
  };

  return {
    /** Updates a record's rows in all lists. */
    put: (id: number, fields: object, version: number): void => void rows.put(undefined, id, fields, version),
    apply: ({ type, data }: News): void => {
      if (type === 'notification') askAgainSoon(['notifications']);
      else if (type === 'message') askAgainSoon(['messages', data.AccidentId ?? 0]);
      // Plain records change rarely, so their queries are refetched.
      else if (type === 'record') for (const area of [data.Resource, 'audit']) askAgainSoon([area]);
      else {
        for (const resource of Object.values(registry)) {
          if (resource.list.live?.news !== type) continue;
          void toLists(resource, resource.list.live, data);
          toRecord(resource, type, data);
        }
      }
    },
    /** Missed events are unknown: refetches what does not move, marks lists as possibly outdated. */
    reset: (): void => {
      for (const list of rows.lists())
        if (locate(list, registry)?.resource.list.live) changeNews(list, () => ({ missed: true }));
      for (const { name, list } of Object.values(registry))
        if (list.live) for (const key of [[list.live.news], [name, 'getOne']]) askAgainSoon(key);
      for (const area of ['dashboard', 'audit', 'notifications', 'messages']) askAgainSoon([area]);
    },
    stop: (): void => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};
