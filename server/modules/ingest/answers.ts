import type { Locale } from '../../../src/contract/messages/index.ts';
import {
  type CrashResult,
  maxMessages,
  type RowFault,
  rowFaults,
  type StatisticResult,
} from '../../../src/contract/shapes/telemetry.ts';
import type { IgnoredValues } from './ignoredValues.ts';
import type { PreparedMessage, RefusedAlarm } from './preparing.ts';
import { maxNamedRefusals, type RefusedRow } from './rows.ts';

/**
 * Parts of a message that were not stored. The stored answer contains codes only. The texts are added when the answer
 * is sent.
 */
interface RejectedParts {
  readonly Refused?: readonly RefusedRow[];
  readonly RefusedCount?: number;
  readonly RefusedAlarms?: readonly RefusedAlarm[];
  readonly RefusedAlarmsCount?: number;
  readonly Ignored?: readonly IgnoredValues[];
}

type WithoutTexts<Result> = Omit<Result, keyof RejectedParts> & RejectedParts;
export type StatisticAnswer = WithoutTexts<StatisticResult>;
export type CrashAnswer = WithoutTexts<CrashResult>;

export const rejectedPartsOf = ({
  positions: { refused, refusedCount },
  refusedAlarms,
  refusedAlarmsCount,
  ignored,
}: Pick<PreparedMessage, 'positions' | 'refusedAlarms' | 'refusedAlarmsCount' | 'ignored'>): RejectedParts => ({
  ...(refused.length > 0 && { Refused: refused, RefusedCount: refusedCount }),
  ...(refusedAlarms.length > 0 && { RefusedAlarms: refusedAlarms, RefusedAlarmsCount: refusedAlarmsCount }),
  ...(ignored.length > 0 && { Ignored: ignored }),
});

const exampleTime = '2026-01-15T09:30:00.000Z';

const faultTexts: { readonly [L in Locale]: { readonly [Reason in RowFault]: string } } = {
  ru: {
    missing: 'нет значения',
    type: 'значение другого типа',
    format: `нужно время по ISO 8601 с часовым поясом: ${exampleTime}`,
    zone: `нет часового пояса: ${exampleTime}`,
    calendar: 'такого дня или времени не бывает',
    range: 'вне допустимых границ',
    surplus: 'в сообщении больше строк, чем можно сохранить; отправьте эту строку другим сообщением',
  },
  en: {
    missing: 'the value is missing',
    type: 'the value is of another type',
    format: `a time in ISO 8601 with a zone is needed: ${exampleTime}`,
    zone: `the time zone is missing: ${exampleTime}`,
    calendar: 'there is no such day or time',
    range: 'out of range',
    surplus: 'the message has more rows than it may store; send this row in another message',
  },
};

const surplusMessageTexts: { readonly [L in Locale]: string } = {
  ru: 'в запросе больше сообщений, чем можно сохранить; отправьте это сообщение другим запросом',
  en: 'the request has more messages than it may store; send this message in another request',
};

export const refusedMessagesOf = (surplusCount: number, locale: Locale) =>
  surplusCount > 0 && {
    RefusedMessages: Array.from({ length: Math.min(surplusCount, maxNamedRefusals) }, (_, i) => ({
      Row: maxMessages + i,
      Field: 'Messages' as const,
      Reason: 'surplus' as const,
      Message: `Messages: ${surplusMessageTexts[locale]}`,
    })),
    RefusedMessagesCount: surplusCount,
  };

/**
 * Reason why a row was refused. Answers of earlier releases were stored without a reason, so it is derived from the
 * field.
 */
const reasonOf = ({ Field, Reason }: { readonly Field: string; readonly Reason: RowFault }): RowFault => {
  if (rowFaults.includes(Reason)) return Reason;
  return Field === 'DateTime' ? 'format' : 'range';
};

const addRowTexts = <Row extends RefusedRow | RefusedAlarm>(rows: readonly Row[], locale: Locale) =>
  rows.map(row => {
    const Reason = reasonOf(row);
    return { ...row, Reason, Message: `${row.Field}: ${faultTexts[locale][Reason]}` };
  });

/** Adds the texts of the answer in the language of the request. */
export const withTexts = <Answer extends StatisticAnswer | CrashAnswer>(
  answer: Answer,
  locale: Locale,
): Answer extends StatisticAnswer ? StatisticResult : CrashResult =>
  ({
    ...answer,
    ...(answer.Refused && { Refused: addRowTexts(answer.Refused, locale) }),
    ...(answer.RefusedAlarms && { RefusedAlarms: addRowTexts(answer.RefusedAlarms, locale) }),
  }) as never;
