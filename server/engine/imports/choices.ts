import countries from 'i18n-iso-countries';
import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { FieldMessage } from '../../../src/contract/messages/index.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { Db } from '../../db/connect.ts';
import { readBy } from '../../db/read.ts';
import type { Dictionaries } from '../dictionaries.ts';
import { spell } from '../search/matching/keys.ts';
import type { Registry } from '../table/define.ts';
import { idsByTitle } from '../table/references.ts';

/** Meaning of a text in a file: an id or a code, or the reason why there is none. */
export type Choice = { readonly value: string | number } | { readonly message: FieldMessage };

const unknown: Choice = { message: 'unknownTitle' };
const orUnknown = (value: string | number | undefined): Choice => (value === undefined ? unknown : { value });

const countryOf = (text: string, { hasCode }: Dictionaries): string | undefined => {
  const code = text.toUpperCase();
  if (hasCode('countries', code)) return code;
  return countries.getAlpha2Code(text, 'ru') ?? countries.getAlpha2Code(text, 'en');
};

const ownChoice = ({ choices = [], choiceLabels = {} }: Field, text: string): string | undefined =>
  choices.find(choice => {
    const label = choiceLabels[choice];
    return [choice, label?.ru, label?.en].some(each => each !== undefined && spell(each) === spell(text));
  });

/** Whether the value is one of a set, so that its text must be looked up. */
export const isChosen = ({ dictionary, choices, idField }: Field): boolean =>
  dictionary !== undefined || choices !== undefined || idField !== undefined;

const resourceOf = ({ to, titlesOf }: Field): string | undefined => to ?? titlesOf;

/** Finds entries and records by their titles in either language, or by their ids. */
export const makeChoices = (registry: Registry, dictionaries: Dictionaries) => {
  const entries = new Map<string, ReadonlyMap<string, number>>();
  const entriesOf = (dictionary: CommonDictionary) => {
    const known =
      entries.get(dictionary) ??
      new Map(
        dictionaries
          .entries(dictionary)
          .filter(({ retired }) => !retired)
          .flatMap(({ id, ru, en }) => [String(id), en, ru].map(title => [spell(title), id] as const)),
      );
    entries.set(dictionary, known);
    return known;
  };
  /** Finds the choice for a field that refers to no records. */
  const chosen = (field: Field, text: string): Choice => {
    if (field.choices) return orUnknown(ownChoice(field, text));
    if (field.dictionary && field.idField)
      return orUnknown(entriesOf(field.dictionary as CommonDictionary).get(spell(text)));
    return orUnknown(field.dictionary === 'countries' ? countryOf(text, dictionaries) : undefined);
  };
  /** Finds the choices for many texts of a field at once, because records need a query. */
  const choicesOf = async (
    db: Db,
    companyId: number,
    field: Field,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, Choice>> => {
    const resource = resourceOf(field);
    if (resource === undefined) return new Map(texts.map(text => [text, chosen(field, text)]));
    const found = await idsByTitle(readBy(db), registry.table(resource), companyId, texts);
    return new Map(
      texts.map((text): readonly [string, Choice] => {
        const [id, ...others] = found.get(text) ?? [];
        if (id === undefined) return [text, unknown];
        return [text, others.length > 0 ? { message: 'severalTitles' } : { value: id }];
      }),
    );
  };
  return { choicesOf };
};

export type Choices = ReturnType<typeof makeChoices>;
