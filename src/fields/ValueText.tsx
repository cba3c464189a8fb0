import { useGetManyAggregate } from 'react-admin';
import { titleIn } from '../dataProvider/dictionary.ts';
import { resources } from '../resources/index.ts';
import type { FormDescription } from '../schema/define.ts';
import { isBlank } from '../schema/kinds/blank.ts';
import { exportCellOf } from '../schema/kinds/cell.ts';
import type { Field } from '../schema/kinds/field.ts';
import { readablePhone } from '../schema/kinds/phone.ts';
import { idsOfPair } from '../schema/kinds/value.ts';
import { fieldByWireName } from '../schema/wire.ts';
import { currentZone } from '../settings/zone.ts';
import { useTitles } from './dictionary.ts';
import { ownChoiceLabel, useI18n } from './useI18n.ts';

interface Props {
  readonly resource: FormDescription;
  /** Name of the field in the API, as in the history of changes. */
  readonly name: string;
  readonly value: unknown;
}

/** Text shown while the title of a referenced record loads. */
const loadingText = '…';

/**
 * Returns a function from an id to the title of a dictionary entry or of another record. The function returns undefined
 * if the field holds no id.
 */
const useTitleOf = (resource: FormDescription, name: string, value: unknown) => {
  const { translate } = useI18n();
  const [, field] = fieldByWireName(resource, name) ?? [];
  const referenceField = field?.idField === name || (field?.dictionary && !field.idField) ? field : undefined;
  const entries = useTitles(referenceField?.dictionary);
  const target = referenceField?.targetResource === undefined ? undefined : resources[referenceField.targetResource];
  const isReference = target !== undefined && typeof value === 'number';
  const { data, isPending, isError } = useGetManyAggregate(
    target?.name ?? '',
    { ids: [value as number] },
    { enabled: isReference },
  );
  return (id: unknown): string | undefined => {
    if (referenceField?.dictionary) return titleIn(entries, String(id)) ?? loadingText;
    if (!isReference) return undefined;
    if (isError) return `#${id}`;
    const record = data?.find(row => row?.id === id);
    if (record) return String(record[target.title]);
    return isPending ? loadingText : translate('lists.record.goneReference', { id });
  };
};

/** Returns a function that joins the titles of two dictionary entries, for choices that are a pair of ids. */
const usePairText = (field: Field | undefined) => {
  const [first, second] = field?.pairOf ?? [];
  const firstTitles = useTitles(first);
  const secondTitles = useTitles(second);
  return (choice: string): string => {
    const [a, b] = idsOfPair(choice);
    return `${titleIn(firstTitles, String(a)) ?? loadingText}: ${(titleIn(secondTitles, String(b)) ?? loadingText).toLowerCase()}`;
  };
};

export const ValueText = ({ resource, name, value }: Props) => {
  const i18n = useI18n();
  const titleOf = useTitleOf(resource, name, value);
  const [fieldName, field] = fieldByWireName(resource, name) ?? [];
  const pairText = usePairText(field);
  if (isBlank(value)) return '—';
  if (field?.pairOf && Array.isArray(value)) return value.map(pairText).join(', ') || '—';
  const textOfChoice = (choice: unknown) => ownChoiceLabel(resource, fieldName ?? name, String(choice), i18n);
  if (Array.isArray(value)) return value.map(id => titleOf(id) ?? textOfChoice(id) ?? String(id)).join(', ') || '—';
  const title = titleOf(value);
  if (title !== undefined) return title;
  if (!field || fieldName === undefined || field.parts || field.idField === name) return String(value);
  const choiceText = textOfChoice(value);
  if (choiceText !== undefined) return choiceText;
  if (field.kind === 'phone') return readablePhone(String(value), i18n.locale);
  const reader = { ...i18n, zone: currentZone() };
  const cell = exportCellOf({ name: fieldName, field, row: { [fieldName]: value } }, reader);
  // A value that its field cannot read, such as a text instead of a time, is shown as it was stored.
  return cell.type === 'empty' ? String(value) : cell.text;
};
