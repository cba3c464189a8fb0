import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Translate } from '../../../src/resources/accidents/impact.ts';
import { type DisplayContext, exportCellOf, positionText } from '../../../src/schema/kinds/cell.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { formatDay, formatMoment, twoDigits, zoneName } from '../../../src/schema/kinds/format.ts';
import { readablePhone } from '../../../src/schema/kinds/phone.ts';
import { idsOfPair, type Row } from '../../../src/schema/kinds/value.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { DomainError } from '../../errors.ts';
import type { Catalogue } from '../texts/service.ts';

export interface Texts {
  readonly locale: Locale;
  readonly zone: string;
  readonly say: Translate;
  /** Text of a field's value. A dash if the value is empty. */
  readonly value: (name: string, field: Field, row: Row) => string;
  readonly moment: (moment: string) => string;
  /** A moment with seconds and time zone. */
  readonly exactMoment: (moment: string) => string;
  readonly day: (day: string | null) => string;
  readonly has: (key: string) => boolean;
  /** Title of a dictionary's entry. Empty if there is no such entry. */
  readonly title: (dictionary: CommonDictionary, id: number) => string;
}

export const emptyValueText = '—';

export const textsFor = (catalogue: Catalogue, dictionaries: Dictionaries, locale: Locale, zone: string): Texts => {
  const { texts } = catalogue.read(locale);
  // The texts are part of the built web application. A server without a built application has none.
  if (!Object.hasOwn(texts, 'dossier.title')) throw new DomainError('NO_TEXTS');
  const translate: Translate = (key, values = {}) =>
    (Object.hasOwn(texts, key) ? (texts[key] ?? key) : key).replace(/%\{(\w+)\}/g, (placeholder, name: string) =>
      String(values[name] ?? placeholder),
    );
  const displayContext: DisplayContext = {
    locale,
    zone,
    titleOf: ({ dictionary }, id) =>
      dictionary && dictionary !== 'countries'
        ? dictionaries.title(locale, dictionary as CommonDictionary, Number(id)) || undefined
        : undefined,
  };
  const title: Texts['title'] = (dictionary, id) => dictionaries.title(locale, dictionary, id);
  const moment = (text: string) => formatMoment(new Date(text), locale, zone);
  return {
    locale,
    zone,
    say: translate,
    value: (name, field, row) => {
      const { pairOf: [first, second] = [] } = field;
      const choices = row[name];
      if (first && second && Array.isArray(choices))
        return (
          choices
            .map(choice => idsOfPair(String(choice)))
            .map(([a, b]) => `${title(first, a)}: ${title(second, b).toLowerCase()}`)
            .join(', ') || emptyValueText
        );
      if (field.kind === 'phone' && row[name]) return readablePhone(String(row[name]), locale);
      const position = field.kind === 'position' ? positionText({ name, field, row }, locale) : undefined;
      const cell = exportCellOf({ name, field, row }, displayContext);
      return position ?? (cell.type === 'empty' ? emptyValueText : cell.text);
    },
    moment,
    exactMoment: text => {
      const at = new Date(text);
      const seconds = twoDigits(at.getUTCSeconds());
      return `${moment(text)}:${seconds}, ${zoneName(locale, zone)}`;
    },
    day: day => (day ? formatDay(day, locale) : emptyValueText),
    has: key => Object.hasOwn(texts, key),
    title,
  };
};
