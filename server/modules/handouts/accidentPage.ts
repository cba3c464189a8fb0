import type { Selectable } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { isFaulty } from '../../../src/resources/accidents/impact.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { formatMoment, formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Accident } from '../../db/types.ts';
import type { Document, Line } from '../dossier/service.ts';
import { type Words, wordsByLocale } from './words.ts';

export interface AccidentData {
  readonly locale: Locale;
  readonly company: string;
  /** First and middle name. The page has no surname, phone or address. */
  readonly name: string;
  readonly accident: Selectable<Accident>;
  readonly imageCount: number;
  readonly timeZone: string;
  readonly now: Date;
  readonly expiresOn: string;
}

const impactLines = ({ accident, locale }: AccidentData, { accident: words }: Words): Line[] => {
  const { facts, severity, source } = accident;
  if (source !== 'device') return [[words.source, words.reported]];
  if (isFaulty(facts)) return [[words.source, words.unreliable]];
  const labels = accidents.fields.Severity.choiceLabels;
  const speedKmh = facts.SpeedBeforeKmh;
  return [
    [words.source, words.recorded],
    ...(severity ? [[words.strength, labels[severity][locale]] as const] : []),
    ...(speedKmh === null || speedKmh === undefined
      ? []
      : [[words.speed, words.speedText(formatNumber(speedKmh, 0, locale))] as const]),
  ];
};

/** Returns what is still missing in the case and only the client knows. */
const missing = ({ accident, imageCount }: AccidentData, { asks }: Words['accident']): string[] => [
  ...(accident.injured === null ? [asks.injured] : []),
  ...(accident.drivable === null ? [asks.drivable] : []),
  ...(accident.police === null ? [asks.police] : []),
  ...(accident.other_party_plate || accident.other_party_phone || accident.other_party_policy ? [] : [asks.otherParty]),
  ...(imageCount === 0 ? [asks.photos] : []),
];

export const composeAccidentPage = (data: AccidentData): Document => {
  const { accident, locale, timeZone } = data;
  const words = wordsByLocale[locale];
  const text = words.accident;
  const moment = (at: string) => formatMoment(new Date(at), locale, timeZone);
  const isOpen = accident.status === 'opened';
  const asks = isOpen ? missing(data, text) : [];
  const callAt = isOpen ? accident.next_call_at : null;
  const needs = [
    ...asks,
    ...(callAt === null ? [] : [new Date(callAt) > data.now ? text.call(moment(callAt)) : text.callSoon]),
  ];
  const car = [accident.vehicle_brand, accident.vehicle_model, accident.reg_number].filter(Boolean).join(' ');
  return {
    locale,
    title: text.title(accident.crash_unique_identifier ?? accident.id),
    subtitle: text.subtitle(data.name),
    footerText: words.footer(data.company, data.expiresOn),
    pageText: words.page,
    sections: [
      {
        kind: 'lines',
        title: text.happened,
        lines: [
          [text.when, moment(accident.crash_at)],
          [text.where, [accident.city, accident.street].filter(Boolean).join(', ') || text.place],
          ...(car ? [[text.car, car] as const] : []),
          ...impactLines(data, words),
          [text.state, isOpen || accident.finished_at === null ? text.open : text.closed(moment(accident.finished_at))],
        ],
      },
      {
        kind: 'lines',
        title: text.need,
        lines: needs.map((need, index) => [`${index + 1}.`, need]),
        notes: isOpen ? (needs.length === 0 ? [text.waits] : []) : [text.nothing],
      },
    ],
  };
};
