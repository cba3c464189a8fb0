import type { FilterParameter } from '../../schema/filters.ts';
import { filterParameterText } from '../../schema/filterText.ts';
import { currentZone } from '../../settings/zone.ts';
import { useTitles } from '../dictionary.ts';
import type { FilterProps } from '../kind.ts';
import { ownChoiceLabel, useI18n } from '../useI18n.ts';
import { parseIds, useRecordTitles } from './records.ts';

/** Texts of the comparisons that all kinds share: `begins with Мос`, `last 7 days`, `empty`. */
export const OperatorText = ({
  name,
  field,
  resource,
  values,
  parameters,
}: Omit<FilterProps, 'onChange'> & { readonly parameters: readonly FilterParameter[] }) => {
  const i18n = useI18n();
  const titles = useTitles(field.dictionary);
  const ids = field.kind === 'reference' ? parameters.flatMap(({ name }) => parseIds(values, name)) : [];
  const records = useRecordTitles(field, ids);
  const titleOf = (_: unknown, id: string) =>
    ownChoiceLabel(resource, name, id, i18n) ??
    titles.find(({ Id }) => Id === id)?.Title ??
    records.find(record => String(record.id) === id)?.title;
  const reader = { ...i18n, zone: currentZone() };
  return (
    <>
      {parameters
        .map(({ name, comparison }) => filterParameterText(field, comparison, String(values[name]), reader, titleOf))
        .join(', ')}
    </>
  );
};
