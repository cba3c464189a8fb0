import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useListContext, useRecordSelection } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { OfflineError } from '../../../api/client.ts';
import { act } from '../../../dataProvider/actions.ts';
import { namesOf } from '../../../dataProvider/locate.ts';
import { reasonOf } from '../../../exporters/reason.ts';
import { type Assignment, type BulkAction, bulkVerb } from '../../../resources/define.ts';
import type { Fields } from '../../../resources/forms.ts';
import { rowTitle } from '../rowPath.ts';
import { useListView } from '../view.tsx';
import { type Outcome, type Refusal, runBulk } from './runBulk.ts';

type Verb = ReturnType<typeof bulkVerb>;
type Act = (record: RaRecord) => Promise<RaRecord>;

export type BulkState =
  | { readonly at: 'idle' }
  | { readonly at: 'working'; readonly done: number; readonly total: number }
  | { readonly at: 'over'; readonly verb: Verb; readonly outcome: Outcome; readonly undo?: () => void }
  | { readonly at: 'failed'; readonly reason: string };

/** Runs a bulk action and reports each result; records that failed stay selected. */
export const useBulk = () => {
  const { resource, i18n } = useListView();
  const { resource: name, data = [], selectedIds } = useListContext();
  const [, { unselect }] = useRecordSelection({ resource: name });
  const provider = useDataProvider();
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const reasonFor = (error: unknown): string =>
    error instanceof OfflineError ? i18n.translate('lists.failed.offline') : reasonOf(error, i18n.translate);
  const refusal = (record: RaRecord, error: unknown): Refusal => ({
    id: record.id,
    title: rowTitle(resource, record),
    reason: reasonFor(error) || i18n.translate('lists.failed.unknown'),
  });
  const write = async (record: RaRecord, values: object): Promise<RaRecord> =>
    (await provider.update(name, { id: record.id, data: { ...record, ...values }, previousData: record })).data;
  const remove: Act = async record =>
    (await provider.delete(name, { id: record.id, previousData: record })).data ?? record;

  /** Rows of the page as displayed; those of other pages are fetched. */
  const readChosen = async (): Promise<readonly RaRecord[]> => {
    const seen = data.filter(({ id }) => selectedIds.includes(id));
    const unseen = selectedIds.filter(id => !seen.some(row => row.id === id));
    return unseen.length === 0 ? seen : [...seen, ...(await provider.getMany(name, { ids: unseen })).data];
  };

  const work = async (records: readonly RaRecord[], act: Act): Promise<Outcome> => {
    const abort = new AbortController();
    running.current = abort;
    const onProgress = (done: number) => setState({ at: 'working', done, total: records.length });
    onProgress(0);
    const outcome = await runBulk(records, { act, refusal, onProgress, signal: abort.signal });
    // What was set may have moved them to another list of a split resource.
    await Promise.all(namesOf(resource).map(each => client.invalidateQueries({ queryKey: [each] })));
    return outcome;
  };

  const failed = (error: unknown) => setState({ at: 'failed', reason: reasonFor(error) });

  /** Restores the previous values of records nobody has changed since. */
  const undo = async ({ set }: Assignment<Fields>, { done }: Outcome): Promise<void> => {
    const former = new Map(done.map(({ before, after }) => [after.id, before]));
    const back: Act = record =>
      write(record, Object.fromEntries(Object.keys(set).map(key => [key, former.get(record.id)?.[key]])));
    const after = done.map(each => each.after);
    setState({ at: 'over', verb: 'update', outcome: await work(after, back) });
  };

  const actOf = (action: BulkAction, asked: object | undefined): Act => {
    if (action === 'remove') return remove;
    if ('set' in action) return record => write(record, action.set);
    return record => act(resource, action.action, record, asked);
  };

  const run = async (action: BulkAction, asked?: object): Promise<void> => {
    const records = await readChosen();
    const outcome = await work(records, actOf(action, asked));
    const gone = selectedIds
      .filter(id => !records.some(record => record.id === id))
      .map(id => ({ id, title: String(id), reason: i18n.translate('lists.bulk.gone') }));
    unselect([...outcome.done.map(({ before }) => before.id), ...gone.map(({ id }) => id)]);
    setState({
      at: 'over',
      verb: bulkVerb(action),
      outcome: { ...outcome, refused: [...outcome.refused, ...gone] },
      ...(typeof action === 'object' &&
        'set' in action &&
        outcome.done.length > 0 && { undo: () => void undo(action, outcome).catch(failed) }),
    });
  };

  return {
    state,
    run: (action: BulkAction, asked?: object) => void run(action, asked).catch(failed),
    /** Leaves what has not begun, or takes the message away. */
    dismiss: () => {
      running.current?.abort();
      if (state.at !== 'working') setState({ at: 'idle' });
    },
  };
};
