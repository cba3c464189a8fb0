import type { Query, QueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Option } from '../contract/shapes/common.ts';
import type { News, NewsOf } from '../contract/shapes/live.ts';
import { currentLocale } from '../i18n/locale.ts';
import { changeNews } from './store.ts';

type AccidentNews = NewsOf<'accident'>;
interface Row {
  readonly id?: unknown;
  readonly Id?: unknown;
  readonly Version?: unknown;
}
interface Page {
  readonly data: readonly Row[];
}

const listOf = (status: string): string => `accidents-${status}`;
const isList = ({ queryKey }: Query, name?: string): boolean =>
  queryKey[1] === 'getList' && (name === undefined || queryKey[0] === name);

const statusTitles = (client: QueryClient): Promise<readonly Option[]> =>
  client.fetchQuery({
    queryKey: ['dictionary', 'statusesOfRoadAccident', currentLocale()],
    queryFn: ({ signal }) => api('GET /api/v2/Info/statusesOfRoadAccident', { signal }),
  });

/** Puts news into what is already fetched. What is in sight changes in place; nothing comes, goes or moves by itself. */
export const applyTo = (client: QueryClient) => {
  const cache = client.getQueryCache();
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

  const patch = (query: Query, fields: object): void => {
    // The moment of fetching stays: a row put right does not make the list a fresh one.
    const updatedAt = query.state.dataUpdatedAt;
    query.setData({ ...(query.state.data as object), ...fields }, { updatedAt, manual: true });
  };

  const patchRows = (list: string | undefined, id: number, fields: object, version: number): boolean => {
    let found = false;
    for (const query of cache.findAll({ predicate: each => isList(each, list) })) {
      const page = query.state.data as Page | undefined;
      const at = page?.data.findIndex(row => row.id === id) ?? -1;
      if (!page || at < 0) continue;
      found = true;
      if (Number(page.data[at]?.Version) > version) continue;
      patch(query, { data: page.data.map(row => (row.id === id ? { ...row, ...fields } : row)) });
    }
    return found;
  };

  const come = (list: string, id: number): void => {
    const shown = cache
      .findAll({ predicate: each => isList(each, list) })
      .some(({ state }) => (state.data as Page | undefined)?.data.some(row => row.id === id));
    if (!shown) changeNews(list, ({ arrived }) => ({ arrived: new Set([...arrived, id]) }));
    askAgainSoon(['dashboard', 'total', list]);
  };

  const leave = (list: string, id: number): void => {
    changeNews(list, ({ arrived, left }) => ({
      arrived: new Set([...arrived].filter(each => each !== id)),
      left: arrived.has(id) ? left : new Set([...left, id]),
    }));
    askAgainSoon(['dashboard', 'total', list]);
  };

  const rowFields = async (news: AccidentNews): Promise<object> => {
    const { Status, StatusOfRoadAccidentID, DateTimeOfNextCall, Version, LockedBy, LockedByName, LockedUntil } = news;
    const titles = await statusTitles(client).catch(() => []);
    const title = titles.find(({ Id }) => Number(Id) === StatusOfRoadAccidentID)?.Title;
    return {
      ...{ Status, StatusOfRoadAccidentID, DateTimeOfNextCall, Version, LockedBy, LockedByName, LockedUntil },
      ...(title !== undefined && { StatusOfRoadAccident: title }),
      // Stays in sight where it was, as one that is gone.
      gone: news.StatusBefore !== null || undefined,
    };
  };

  /** The open case: its lock at once, the rest by reading it again. */
  const toWorkbench = (news: AccidentNews): void => {
    const { Id, LockedBy, LockedByName, LockedUntil, Version, Fields } = news;
    const own = cache.findAll({ predicate: ({ queryKey: [area, id] }) => area === 'accident' && id === Id });
    for (const query of own) {
      const part = query.queryKey[2];
      const detail = part === 'ru' || part === 'en';
      if (!detail) {
        const touched = part === 'history' || Fields.some(field => field.toLowerCase() === part);
        if (touched) askAgainSoon(['accident', Id, part]);
        continue;
      }
      const known = query.state.data as Row | undefined;
      if (!known) continue;
      if (Fields.includes('LockedBy')) patch(query, { LockedBy, LockedByName, LockedUntil });
      if (Number(known.Version) < Version) askAgainSoon(['accident', Id, part]);
    }
  };

  const take: { readonly [T in News['type']]: (news: NewsOf<T>) => void } = {
    accident: news => {
      const { Id, Action, Status, StatusBefore, Version } = news;
      if (Action === 'create') return come(listOf(Status), Id);
      const list = listOf(StatusBefore ?? Status);
      void rowFields(news).then(fields => {
        const shown = patchRows(list, Id, fields, Version);
        if (StatusBefore === null) return;
        // Back again before anybody asked: the row that stayed in sight is no longer gone.
        patchRows(listOf(Status), Id, { ...fields, gone: undefined }, Version);
        if (shown) leave(list, Id);
        else askAgainSoon(['dashboard', 'total', list]);
        come(listOf(Status), Id);
      });
      toWorkbench(news);
    },
    notification: () => askAgainSoon(['notifications']),
    message: ({ AccidentId }) => askAgainSoon(['messages', AccidentId ?? 0]),
  };

  return {
    /** Puts the rows of a record right in every list it is in. */
    put: (id: number, fields: object, version: number): void => void patchRows(undefined, id, fields, version),
    apply: (news: News): void => take[news.type]?.(news.data as never),
    /** Nobody knows what was missed: what does not move is read again, lists say that they may be old. */
    reset: (): void => {
      for (const query of cache.findAll({ predicate: each => isList(each) }))
        if (String(query.queryKey[0]).startsWith('accidents-'))
          changeNews(String(query.queryKey[0]), () => ({ missed: true }));
      for (const area of ['dashboard', 'accident', 'notifications', 'messages']) askAgainSoon([area]);
    },
    stop: (): void => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};
