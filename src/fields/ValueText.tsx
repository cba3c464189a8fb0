import { useGetManyAggregate } from 'react-admin';
import { titleIn } from '../dataProvider/dictionary.ts';
import { resources } from '../resources/index.ts';
import type { Described } from '../schema/define.ts';
import { isBlank } from '../schema/kinds/blank.ts';
import { cellOf } from '../schema/kinds/cell.ts';
import type { Field } from '../schema/kinds/field.ts';
import { readablePhone } from '../schema/kinds/phone.ts';
import { pairOf } from '../schema/kinds/value.ts';
import { fieldBehind } from '../schema/wire.ts';
import { currentZone } from '../settings/zone.ts';
import { useTitles } from './dictionary.ts';
import { ownChoice, useI18n } from './useI18n.ts';

interface Props {
  readonly resource: Described;
  /** Wire name of the field, as in the history of changes. */
  readonly name: string;
  readonly value: unknown;
}

/** Text shown while a title loads. */
const waiting = '…';

/**
 * Returns a function that gives the title of a dictionary entry or another record by id. It gives undefined if the
 * field holds no id.
 */
const useTitleOf = (resource: Described, name: string, value: unknown) => {
  const { translate } = useI18n();
  const [, field] = fieldBehind(resource, name) ?? [];
  const byId = field?.idField === name || (field?.dictionary && !field.idField) ? field : undefined;
  const entries = useTitles(byId?.dictionary);
  const target = byId?.to === undefined ? undefined : resources[byId.to];
  const refers = target !== undefined && typeof value === 'number';
  const { data, isPending, isError } = useGetManyAggregate(
    target?.name ?? '',
    { ids: [value as number] },
    { enabled: refers },
  );
  return (id: unknown): string | undefined => {
    if (byId?.dictionary) return titleIn(entries, String(id)) ?? waiting;
    if (!refers) return undefined;
    if (isError) return `№ ${id}`;
    const found = data?.find(row => row?.id === id);
    if (found) return String(found[target.title]);
    return isPending ? waiting : translate('lists.record.goneReference', { id });
  };
};

/** Returns a function that joins the titles of two dictionary entries, for choices that are a pair of ids. */
const usePairText = (field: Field | undefined) => {
  const [first, second] = field?.pairOf ?? [];
  const ofFirst = useTitles(first);
  const ofSecond = useTitles(second);
  return (choice: string): string => {
    const [a, b] = pairOf(choice);
    return `${titleIn(ofFirst, String(a)) ?? waiting}: ${(titleIn(ofSecond, String(b)) ?? waiting).toLowerCase()}`;
  };
};

/** Text of a record's value, with titles instead of ids. */
export const ValueText = ({ resource, name, value }: Props) => {
  const i18n = useI18n();
  const titleOf = useTitleOf(resource, name, value);
  const [fieldName, field] = fieldBehind(resource, name) ?? [];
  const pairText = usePairText(field);
  if (isBlank(value)) return '—';
  if (field?.pairOf && Array.isArray(value)) return value.map(pairText).join(', ') || '—';
  const textOfChoice = (choice: unknown) => ownChoice(resource, fieldName ?? name, String(choice), i18n);
  if (Array.isArray(value)) return value.map(id => titleOf(id) ?? textOfChoice(id) ?? String(id)).join(', ') || '—';
  const title = titleOf(value);
  if (title !== undefined) return title;
  if (!field || fieldName === undefined || field.parts || field.idField === name) return String(value);
  const chosen = textOfChoice(value);
  if (chosen !== undefined) return chosen;
  if (field.kind === 'phone') return readablePhone(String(value));
  const reader = { ...i18n, zone: currentZone() };
  const cell = cellOf({ name: fieldName, field, row: { [fieldName]: value } }, reader);
  // A value that its field cannot read, such as a text instead of a time, is shown as it was stored.
  return cell.type === 'empty' ? String(value) : cell.text;
};
