import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../contract/shapes/live.ts';
import { listName, locateList, type Registry } from '../dataProvider/locate.ts';
import { nestedQueryKey, recordQueryKeys } from '../dataProvider/nested.ts';
import { resources } from '../resources/index.ts';
import type { LiveUpdates, Resource } from '../schema/define.ts';
import { notifyJobEnd } from './jobs.ts';
import { createRowCache, patchQuery, pickFields, type Row } from './rows.ts';
import { updateListChanges } from './store.ts';

/**
 * An event about one record, with its changed fields. Only resources whose list has `live` in its description get such
 * events.
 */
interface RecordEvent extends Row {
  readonly Id: number;
  readonly Version: number;
  readonly Action: string;
  /** Names of the changed fields in the API. */
  readonly Fields: readonly string[];
}

type InvalidateSoon = (key: readonly unknown[]) => void;

/** Returns a function that invalidates a query after 300 ms, so that several events cause only one request. */
const makeDelayedInvalidation = (client: QueryClient) => {
  const pendingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  const invalidateSoon: InvalidateSoon = key => {
    const name = JSON.stringify(key);
    if (pendingTimers.has(name)) return;
    const invalidate = () => {
      pendingTimers.delete(name);
      void client.invalidateQueries({ queryKey: [...key] });
    };
    pendingTimers.set(name, setTimeout(invalidate, 300));
  };
  const stop = (): void => {
    for (const timer of pendingTimers.values()) clearTimeout(timer);
  };
  return { invalidateSoon, stop };
};

/** Returns functions that apply a changed record to the cached pages of lists. */
const makeListUpdater = (
  client: QueryClient,
  rows: ReturnType<typeof createRowCache>,
  invalidateSoon: InvalidateSoon,
) => {
  /**
   * Marks the cached pages of a list that are not on screen as outdated. Such a page is fetched again when it is shown
   * next.
   */
  const invalidateHiddenPages = (list: string): void => {
    void client.invalidateQueries({ queryKey: [list, 'getList'], refetchType: 'none', type: 'inactive' });
    invalidateSoon(['dashboard', 'total', list]);
  };

  const addArrivedRow = (list: string, id: number): void => {
    if (!rows.has(list, id))
      updateListChanges(list, ({ arrivedIds }) => ({ arrivedIds: new Set([...arrivedIds, id]) }));
    invalidateHiddenPages(list);
  };

  const addLeftRow = (list: string, id: number): void => {
    updateListChanges(list, ({ arrivedIds, leftIds }) => ({
      arrivedIds: new Set([...arrivedIds].filter(each => each !== id)),
      leftIds: arrivedIds.has(id) ? leftIds : new Set([...leftIds, id]),
    }));
    invalidateHiddenPages(list);
  };

  const updateLists = (resource: Resource, { split }: LiveUpdates, event: RecordEvent): void => {
    const { Id, Version, Action, Fields, ActorId, ...fields } = event;
    const list = listName(resource, split && event[split.current]);
    const previousSplit = split && event[split.previous];
    if (Action === 'create') {
      addArrivedRow(list, Id);
      return;
    }
    const hasMoved = previousSplit !== null && previousSplit !== undefined;
    const previousList = hasMoved ? listName(resource, previousSplit) : list;
    const newFields = { ...fields, Version };
    // A row whose record moved to another list stays visible here, marked as gone.
    const isShown = rows.updateRow(previousList, Id, { ...newFields, gone: hasMoved || undefined }, Version);
    if (!hasMoved) return;
    // If the record moved back to this list, its row, which may still be visible, is no longer marked as gone.
    rows.updateRow(list, Id, { ...newFields, gone: undefined }, Version);
    if (isShown) addLeftRow(previousList, Id);
    else invalidateHiddenPages(previousList);
    addArrivedRow(list, Id);
  };

  return { updateLists, invalidateHiddenPages };
};

/**
 * Returns functions that apply events of live updates to the query cache. Visible rows change in place. No row is
 * added, removed or moved.
 */
export const makeCacheUpdater = (client: QueryClient, registry: Registry = resources) => {
  const rows = createRowCache(client);
  const { invalidateSoon, stop } = makeDelayedInvalidation(client);
  const { updateLists, invalidateHiddenPages } = makeListUpdater(client, rows, invalidateSoon);

  /** Updates the record whose page is open. Its lease changes at once. The rest is fetched again. */
  const updateRecord = ({ name, lease, nested = {} }: Resource, event: RecordEvent) => {
    const { Id, Version, Fields } = event;
    const key = [name, 'getOne', { id: String(Id) }];
    for (const query of client.getQueryCache().findAll({ queryKey: key })) {
      const cachedRecord = query.state.data as Row | undefined;
      if (!cachedRecord) continue;
      if (lease?.fields.some(field => Fields.includes(field)))
        patchQuery(query, pickFields(event, [...lease.fields, ...Fields.filter(field => field in event)]));
      if (Number(cachedRecord.Version) < Version) invalidateSoon(key);
    }
    for (const [nestedName, { eventField }] of Object.entries(nested))
      if (Fields.includes(eventField)) invalidateSoon(nestedQueryKey(name, nestedName, Id));
    invalidateSoon(['audit']);
  };

  /**
   * Handles an event about many changed records. Lists with `live` offer a refresh, because their rows stay in place.
   * Other lists are fetched again.
   */
  const handleBulkChange = (name: string): void => {
    const resource = registry[name];
    const live = resource?.list.live;
    for (const list of rows.lists())
      if (live && locateList(list, registry)?.resource === resource) {
        updateListChanges(list, () => ({ hasMissedEvents: true }));
        invalidateHiddenPages(list);
      }
    if (live && resource) for (const key of recordQueryKeys(resource)) invalidateSoon(key);
    for (const queryName of [...(live ? [] : [name]), 'audit', ...(resource?.invalidates ?? [])])
      invalidateSoon([queryName]);
  };

  return {
    updateRow: (list: string, id: number, fields: object, version: number): void =>
      void rows.updateRow(list, id, fields, version),
    apply: ({ type, data }: LiveEvent): void => {
      if (type === 'notification') invalidateSoon(['notifications']);
      else if (type === 'message') invalidateSoon(['messages', data.AccidentId ?? 0]);
      else if (type === 'job') {
        notifyJobEnd(data);
        invalidateSoon([data.Kind]);
      }
      // Events of this type concern resources without `live`. Their data is fetched again, because few such records
      // change at a time.
      else if (type === 'record') {
        invalidateSoon(['dashboard', 'total', data.Resource]);
        for (const queryName of [data.Resource, 'audit', ...(registry[data.Resource]?.invalidates ?? [])])
          invalidateSoon([queryName]);
      } else if (type === 'records') handleBulkChange(data.Resource);
      else {
        for (const resource of Object.values(registry)) {
          if (resource.list.live?.event !== type) continue;
          updateLists(resource, resource.list.live, data);
          updateRecord(resource, data);
          const ofNew = data.Action === 'create' ? resource.invalidatedByNew : undefined;
          for (const queryName of [...(resource.invalidates ?? []), ...(ofNew ?? [])]) invalidateSoon([queryName]);
        }
      }
    },
    /** Handles missed events. Lists with `live` are marked as possibly outdated. Other data is fetched again. */
    reset: (): void => {
      for (const list of rows.lists())
        if (locateList(list, registry)?.resource.list.live) updateListChanges(list, () => ({ hasMissedEvents: true }));
      for (const resource of Object.values(registry))
        if (resource.list.live) for (const key of recordQueryKeys(resource)) invalidateSoon(key);
      void client.invalidateQueries({
        refetchType: 'none',
        type: 'inactive',
        // Lists with `live` are left out, because they show by themselves that they may be outdated.
        predicate: ({ queryKey: [name, verb] }) =>
          verb !== 'getList' || !locateList(String(name), registry)?.resource.list.live,
      });
      for (const queryName of ['dashboard', 'control-room', 'audit', 'notifications', 'messages', 'export'])
        invalidateSoon([queryName]);
    },
    stop,
  };
};
