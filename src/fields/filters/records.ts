import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Identifier, useGetList, useGetManyAggregate, usePermissions } from 'react-admin';
import { holdsOne } from '../../contract/access.ts';
import { resources } from '../../resources/index.ts';
import type { Field } from '../../schema/fields.ts';
import type { Row } from '../../schema/kinds/value.ts';

export interface RecordChoice {
  readonly id: number;
  readonly title: string;
}

/** Returns the ids in a filter's value. Other text from an address is ignored. */
export const idsIn = (values: Row, parameter: string): readonly number[] =>
  String(values[parameter] ?? '')
    .split(',')
    .map(Number)
    .filter(id => Number.isInteger(id) && id > 0);

/** Page size of a form's picker. */
const perPage = 20;

const useTarget = ({ to }: Field) => {
  const roles = usePermissions<readonly string[]>().permissions ?? [];
  const target = to === undefined ? undefined : resources[to];
  return { target, mayRead: target !== undefined && holdsOne(roles, target.access.read) };
};

/** Returns records with their titles. While loading, and for records that may not be read, the title is the number. */
export const useRecordTitles = (field: Field, ids: readonly number[]): RecordChoice[] => {
  const { target, mayRead } = useTarget(field);
  const { data } = useGetManyAggregate<{ id: Identifier }>(
    target?.name ?? '',
    { ids: [...ids] },
    { enabled: mayRead && ids.length > 0 },
  );
  const [named, titleField] = [ids.join(), target?.title ?? ''];
  // Memoized, because a picker treats a new array as a new choice.
  return useMemo(() => {
    // `data` holds undefined for an id without a record.
    const found = new Map(data?.map(row => [Number(row?.id), row as Row]));
    return idsIn({ named }, 'named').map(id => {
      const title = found.get(id)?.[titleField];
      return { id, title: typeof title === 'string' && title !== '' ? title : `№ ${id}` };
    });
  }, [data, named, titleField]);
};

/** Searches records by the typed text on the server, while the picker is open. */
export const useRecordSearch = (field: Field, text: string, open: boolean) => {
  const { target, mayRead } = useTarget(field);
  const {
    data = [],
    isFetching,
    error,
  } = useGetList(
    target?.name ?? '',
    {
      filter: { ...field.among, ...(text !== '' && { q: text }) },
      pagination: { page: 1, perPage },
      sort: { field: '', order: 'ASC' },
    },
    // A failed search shows no toast, because the picker itself shows the failure.
    { enabled: open && mayRead, placeholderData: keepPreviousData, onError: () => undefined },
  );
  const choices = data.map((row): RecordChoice => ({ id: Number(row.id), title: String(row[target?.title ?? '']) }));
  return { choices, isFetching, failed: error !== null };
};
