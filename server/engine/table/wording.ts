import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import { type Locale, messages } from '../../../src/contract/messages/index.ts';
import type { TitleOf } from '../../../src/schema/kinds/cell.ts';
import { filterText, type ListParameters, orderText } from '../../../src/schema/sheet.ts';
import { countryTitles } from '../countries.ts';
import type { PresentContext, Registry, TitlesById } from './define.ts';

/** Returns a function that gives the title of an id in a filter: of a dictionary entry or of the referenced record. */
export const filterTitles =
  ({ title }: Pick<PresentContext['entries'], 'title'>, locale: Locale, titles: TitlesById = {}): TitleOf =>
  ({ dictionary, targetResource }, id) => {
    if (targetResource !== undefined) return titles[targetResource]?.[id];
    if (dictionary === 'countries') return countryTitles(locale)[id];
    return (dictionary && title(locale, dictionary as CommonDictionary, Number(id))) || undefined;
  };

interface WordedList {
  readonly Resource: string;
  readonly Split?: string;
  readonly Query?: object;
  /** IANA time zone in which the text shows moments. Absent: UTC. */
  readonly TimeZone?: string | undefined;
  /** Titles of the records that filters name, by resource and id. */
  readonly Titles?: TitlesById | undefined;
}

export interface ListWording {
  readonly List: string;
  readonly Filter: string;
  readonly Sort: string;
}

export const listWording = (
  { resources }: Pick<Registry, 'resources'>,
  { Resource, Split, Query, TimeZone: zone = 'UTC', Titles }: WordedList,
  entries: Pick<PresentContext['entries'], 'title'>,
  locale: Locale,
): ListWording | undefined => {
  const resource = resources[Resource];
  if (!resource) return undefined;
  const parameters = (Query ?? {}) as ListParameters;
  const statusTitles = messages[locale].statuses as Readonly<Record<string, string>>;
  return {
    List: (Split !== undefined && statusTitles[Split]) || resource.label[locale].title,
    Filter: filterText(resource, parameters, { locale, zone }, filterTitles(entries, locale, Titles)),
    Sort: orderText(resource, parameters, locale),
  };
};
