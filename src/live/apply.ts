import type { QueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import type { Option } from '../contract/shapes/common.ts';
import type { News } from '../contract/shapes/live.ts';
import { listName, locate, type Registry } from '../dataProvider/locate.ts';
import { currentLocale } from '../i18n/locale.ts';
import type { Live, Resource } from '../resources/define.ts';
import { resources } from '../resources/index.ts';
import { tellOfJob } from './jobs.ts';
import { patch, type Row, rowsIn } from './rows.ts';
import { changeNews } from './store.ts';

/** News that a resource's description names: of one record, with fields of its row by their own names. */
interface RecordNews extends Row {
  readonly Id: number;
  readonly Version: number;
  readonly Action: string;
  /** Names of the fields that changed. */
  readonly Fields: readonly string[];
}
type Dictionary = NonNullable<Resource['fields'][string]['dictionary']>;

/** Puts news into what is already fetched. What is in sight changes in place; nothing comes, goes or moves by itself. */
export const applyTo = (client: QueryClient, registry: Registry = resources) => {
  const rows = rowsIn(client);
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** A burst of news is one question. */
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

  /** News hold ids; a row shows the title that stands for one in its dictionary. */
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
    const here = listName(resource, split && news[split.now]);
    const before = split && news[split.before];
    if (Action === 'create') {
      come(here, Id);
      return;
    }
    const moved = before !== null && before !== undefined;
    const there = moved ? listName(resource, before) : here;
    const fresh = { ...fields, ...(await titlesOf(resource, news)), Version };
    // What has moved stays in sight where it was, as one that is gone.
    const shown = rows.put(there, Id, { ...fresh, gone: moved || undefined }, Version);
    if (!moved) return;
    // Back again before anybody asked: the row that stayed in sight is no longer gone.
    rows.put(here, Id, { ...fresh, gone: undefined }, Version);
    if (shown) leave(there, Id);
    else askAgainSoon(['dashboard', 'total', there]);
    come(here, Id);
  };

  /** What is open of the record itself: its lock at once, the rest by reading it again. */
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
    /** Puts the rows of a record right in every list it is in. */
    put: (id: number, fields: object, version: number): void => void rows.put(undefined, id, fields, version),
    apply: ({ type, data }: News): void => {
      if (type === 'notification') askAgainSoon(['notifications']);
      else if (type === 'message') askAgainSoon(['messages', data.AccidentId ?? 0]);
      else if (type === 'job') {
        tellOfJob(data);
        askAgainSoon([data.Kind]);
      }
      // A plain record: few are changed at a time, so what shows it is read again.
      else if (type === 'record') for (const area of [data.Resource, 'audit']) askAgainSoon([area]);
      else {
        for (const resource of Object.values(registry)) {
          if (resource.list.live?.news !== type) continue;
          void toLists(resource, resource.list.live, data);
          toRecord(resource, type, data);
        }
      }
    },
    /** Nobody knows what was missed: what does not move is read again, lists say that they may be old. */
    reset: (): void => {
      for (const list of rows.lists())
        if (locate(list, registry)?.resource.list.live) changeNews(list, () => ({ missed: true }));
      for (const { name, list } of Object.values(registry))
        if (list.live) for (const key of [[list.live.news], [name, 'getOne']]) askAgainSoon(key);
      for (const area of ['dashboard', 'audit', 'notifications', 'messages', 'export']) askAgainSoon([area]);
    },
    stop: (): void => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};
