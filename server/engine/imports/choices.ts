import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { FieldMessage } from '../../../src/contract/messages/index.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { findCountry } from '../countries.ts';
import type { Dictionaries } from '../dictionaries.ts';
import { normaliseSpelling } from '../search/matching/keys.ts';
import type { Registry } from '../table/define.ts';
import { idsByTitle } from '../table/references.ts';

/**
 * Meaning of a text in a file, such as the title of a dictionary's entry. It is an id or a code, or the reason why
 * there is none.
 */
export type Choice = { readonly value: string | number } | { readonly message: FieldMessage };

const unknownChoice: Choice = { message: 'unknownTitle' };
const choiceOrUnknown = (value: string | number | undefined): Choice =>
  value === undefined ? unknownChoice : { value };

const findOwnChoice = ({ choices = [], choiceLabels = {} }: Field, text: string): string | undefined =>
  choices.find(choice => {
    const label = choiceLabels[choice];
    return [choice, label?.ru, label?.en].some(
      each => each !== undefined && normaliseSpelling(each) === normaliseSpelling(text),
    );
  });

/** Whether the field takes one of a set of values, so that the text of the file must be looked up. */
export const hasChoices = ({ dictionary, choices, idField }: Field): boolean =>
  dictionary !== undefined || choices !== undefined || idField !== undefined;

const referencedResource = ({ targetResource, importTitleResource }: Field): string | undefined =>
  targetResource ?? importTitleResource;

export const makeChoices = (registry: Registry, dictionaries: Dictionaries) => {
  const entriesByDictionary = new Map<string, ReadonlyMap<string, number>>();
  const entriesOf = (dictionary: CommonDictionary) => {
    const entries =
      entriesByDictionary.get(dictionary) ??
      new Map(
        dictionaries
          .entries(dictionary)
          .filter(({ retired }) => !retired)
          .flatMap(({ id, ru, en }) => [String(id), en, ru].map(title => [normaliseSpelling(title), id] as const)),
      );
    entriesByDictionary.set(dictionary, entries);
    return entries;
  };
  /** Finds the choice for a field that refers to no records. */
  const findChoice = (field: Field, text: string): Choice => {
    if (field.choices) return choiceOrUnknown(findOwnChoice(field, text));
    if (field.dictionary && field.idField)
      return choiceOrUnknown(entriesOf(field.dictionary as CommonDictionary).get(normaliseSpelling(text)));
    return choiceOrUnknown(field.dictionary === 'countries' ? findCountry(text) : undefined);
  };
  /** Finds the choices for many texts of a field at once, because records need a query. */
  const findChoices = async (
    db: Db,
    companyId: number,
    field: Field,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, Choice>> => {
    const resource = referencedResource(field);
    if (resource === undefined) return new Map(texts.map(text => [text, findChoice(field, text)]));
    const idsByText = await idsByTitle(queryRunnerOf(db), registry.table(resource), companyId, texts);
    return new Map(
      texts.map((text): readonly [string, Choice] => {
        const [id, ...others] = idsByText.get(text) ?? [];
        if (id === undefined) return [text, unknownChoice];
        return [text, others.length > 0 ? { message: 'severalTitles' } : { value: id }];
      }),
    );
  };
  return { choicesOf: findChoices };
};

export type Choices = ReturnType<typeof makeChoices>;
