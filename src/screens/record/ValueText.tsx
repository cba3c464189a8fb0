import { useGetManyAggregate } from 'ra-core';
import { useDictionary } from '../../fields/dictionary.ts';
import { useWords } from '../../fields/words.ts';
import { cellOf } from '../../kinds/cell.ts';
import type { Resource } from '../../resources/define.ts';
import { resources } from '../../resources/index.ts';
import { fieldBehind } from '../../resources/wire.ts';
import { currentZone } from '../../settings/zone.ts';

interface Props {
  readonly resource: Resource;
  /** Name on the wire, as the history has it. */
  readonly name: string;
  readonly value: unknown;
}

const useTitle = (resource: Resource, name: string, value: unknown): string | undefined => {
  const [, field] = fieldBehind(resource, name) ?? [];
  const byId = field?.idField === name ? field : undefined;
  const entries = useDictionary(byId?.dictionary);
  const target = byId?.to === undefined ? undefined : resources[byId.to];
  const { data } = useGetManyAggregate(
    target?.name ?? '',
    { ids: [value as number] },
    { enabled: target !== undefined && typeof value === 'number' },
  );
  const titleOf = (id: unknown) => entries.find(({ Id }) => Id === String(id))?.Title ?? String(id);
  if (byId?.dictionary && value !== null) return Array.isArray(value) ? value.map(titleOf).join(', ') : titleOf(value);
  return target && data?.[0] ? String(data[0][target.title]) : undefined;
};

/** A value of a record in words: as it stood in a list, with titles instead of ids. */
export const ValueText = ({ resource, name, value }: Props) => {
  const words = useWords();
  const title = useTitle(resource, name, value);
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '—';
  if (title !== undefined) return title;
  const [fieldName, field] = fieldBehind(resource, name) ?? [];
  if (!field || fieldName === undefined || field.parts || field.idField === name) return String(value);
  const reader = { locale: words.locale, zone: currentZone() };
  const cell = cellOf({ name: fieldName, field, row: { [fieldName]: value } }, reader);
  return cell.type === 'empty' ? '—' : cell.text;
};
