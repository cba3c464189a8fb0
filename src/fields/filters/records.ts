import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Identifier, useGetList, useGetManyAggregate, usePermissions } from 'react-admin';
import { hasAnyRole } from '../../contract/access.ts';
import { resources } from '../../resources/index.ts';
import type { Field } from '../../schema/fields.ts';
import { exportCellOf } from '../../schema/kinds/cell.ts';
import type { Row } from '../../schema/kinds/value.ts';
import { currentZone } from '../../settings/zone.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';

export interface RecordChoice {
  readonly id: number;
  readonly title: string;
}

/** Returns the record ids in a filter's value. Any other text in the page's address is ignored. */
export const parseIds = (values: Row, parameter: string): readonly number[] =>
  String(values[parameter] ?? '')
    .split(',')
    .map(Number)
    .filter(id => Number.isInteger(id) && id > 0);

const pickerPageSize = 20;

const useTargetResource = ({ targetResource }: Field) => {
  const roles = usePermissions<readonly string[]>().permissions ?? [];
  const target = targetResource === undefined ? undefined : resources[targetResource];
  return { target, mayRead: target !== undefined && hasAnyRole(roles, target.access.read) };
};

/**
 * Returns records with their titles. While a title loads, or if the user may not read the record, the title is `#` and
 * the id.
 */
export const useRecordTitles = (field: Field, ids: readonly number[]): RecordChoice[] => {
  const { target, mayRead } = useTargetResource(field);
  const { pickerFigures } = field;
  const i18n = useI18n();
  const { data } = useGetManyAggregate<{ id: Identifier }>(
    target?.name ?? '',
    { ids: [...ids] },
    { enabled: mayRead && ids.length > 0 },
  );
  const [idList, titleField] = [ids.join(), target?.title ?? ''];
  // The array is memoized, because a picker treats a new array as a new choice.
  return useMemo(() => {
    // `data` holds undefined for an id without a record.
    const recordsById = new Map(data?.map(row => [Number(row?.id), row as Row]));
    return parseIds({ named: idList }, 'named').map(id => {
      const row = recordsById.get(id);
      const title = row?.[titleField];
      if (!row || !target || typeof title !== 'string' || title === '') return { id, title: `#${id}` };
      const figures = (pickerFigures ?? []).map(name => {
        const cell = exportCellOf({ name, field: target.fields[name] as Field, row }, { ...i18n, zone: currentZone() });
        return `${fieldLabel(target, name, i18n)}: ${cell.type === 'empty' ? '—' : cell.text}`;
      });
      return { id, title: [title, ...figures].join(' · ') };
    });
  }, [data, idList, titleField, target, pickerFigures, i18n]);
};

/** Searches records on the server by the typed text. Requests are sent only while the picker is open. */
export const useRecordSearch = (field: Field, text: string, isOpen: boolean) => {
  const { target, mayRead } = useTargetResource(field);
  const {
    data = [],
    isFetching,
    error,
  } = useGetList(
    target?.name ?? '',
    {
      filter: { ...field.targetFilters, ...(text !== '' && { q: text }) },
      pagination: { page: 1, perPage: pickerPageSize },
      sort: { field: '', order: 'ASC' },
    },
    // A failed search shows no toast, because the picker itself shows the failure.
    { enabled: isOpen && mayRead, placeholderData: keepPreviousData, onError: () => undefined },
  );
  const choices = data.map((row): RecordChoice => ({ id: Number(row.id), title: String(row[target?.title ?? '']) }));
  return { choices, isFetching, failed: error !== null };
};
