import { deltaVIntervalText, figuresOf, percentText, severityKey } from '../../../src/resources/accidents/impact.ts';
import { verdictOf } from '../../../src/resources/accidents/verdict.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { readablePhone } from '../../../src/schema/kinds/phone.ts';
import { fullLabels } from '../../../src/schema/texts.ts';
import type { CaseData, RelatedCase } from './caseData.ts';
import type { Line } from './document.ts';
import { fieldLabel } from './history.ts';
import { emptyValueText, type Texts } from './texts.ts';

const orDash = (text: string | null | undefined): string => text || emptyValueText;

const fieldLines = (texts: Texts, { accident }: CaseData, names: readonly (keyof typeof accidents.fields)[]): Line[] =>
  names.map(name => [fieldLabel(texts, name), texts.value(name, accidents.fields[name], accident)]);

const withoutEmpty = (lines: readonly Line[]): Line[] => lines.filter(([, text]) => text !== emptyValueText);

/** Fields of the interview that follow from other answers or belong to the decision, so the operator does not ask for them. */
const notQuestions: readonly string[] = [
  'StatusOfRoadAccident',
  'UnconfirmationReasonId',
  'CarPartIds',
  'DamageDescriptionIds',
  'DisagreementSurveyReasonId',
  'DateTimeOfNextCall',
];

/** Answers of the interview. The questions without an answer follow in one line. */
export const interviewLines = (texts: Texts, data: CaseData): Line[] => {
  const lines = fieldLines(texts, data, accidents.form);
  const unanswered = accidents.form.filter(
    (name, index) => lines[index]?.[1] === emptyValueText && !notQuestions.includes(name),
  );
  const lowerCased = (label: string) => label.charAt(0).toLocaleLowerCase(texts.locale) + label.slice(1);
  const names = unanswered.map(name => lowerCased(fieldLabel(texts, name)));
  return [
    ...withoutEmpty(lines),
    ...(names.length > 0 ? [[texts.say('dossier.notAsked'), names.join(', ')] as const] : []),
  ];
};

/** Change of velocity with its interval of 90 %. A dash if it is unknown. */
const deltaVText = ({ say, locale }: Texts, facts: CaseData['accident']['Facts']): string => {
  const figure = figuresOf(facts, say, locale).find(({ name }) => name === 'deltaV');
  if (!figure?.value) return emptyValueText;
  const value = `${figure.value} ${figure.unit}`;
  const interval = deltaVIntervalText(facts, say, locale);
  return interval ? say('dossier.withInterval', { value, interval }) : value;
};

/** Work status and section of a case, for example `Sent to the insurer (Processed loss)`. */
const outcomeText = (
  { say, title }: Texts,
  { StatusOfRoadAccidentID: workStatusId, Status }: Pick<RelatedCase, 'StatusOfRoadAccidentID' | 'Status'>,
): string => `${title('statusesOfRoadAccident', workStatusId)} (${say(`accident.buckets.${Status}`)})`;

/** Reason why the accident was not confirmed, and the reason that was given when the case was last moved. */
const decisionReason = (texts: Texts, { accident, history }: CaseData): string => {
  const { UnconfirmationReasonId: reasonId } = accident;
  const lastMove = history.findLast(({ changes }) => changes.some(({ field }) => field === 'Status'));
  const unconfirmed = reasonId === null ? '' : texts.title('unconfirmationReasons', reasonId);
  return orDash([unconfirmed, lastMove?.reason].filter(Boolean).join('; '));
};

const vehicleText = ({ VehicleBrand, VehicleModel, VehicleYear }: CaseData['accident']): string =>
  [VehicleBrand, VehicleModel, VehicleYear].filter(Boolean).join(' ');

/** Verdict, decision and key figures: what a reader of the first page needs. */
export const summaryLines = (texts: Texts, data: CaseData): Line[] => {
  const { say, locale } = texts;
  const { accident, map, curves, operatorName, duplicates, keptCase } = data;
  const { Facts: facts } = accident;
  const { answer, reasons } = verdictOf(accident, map, curves, say, locale);
  const value = (name: keyof typeof accidents.fields) => texts.value(name, accidents.fields[name], accident);
  const joinKnown = (...parts: readonly string[]) =>
    orDash(parts.filter(part => part && part !== emptyValueText).join(', '));
  const caseText = (related: RelatedCase) => `#${related.CrashUniqueIdentifier}: ${outcomeText(texts, related)}`;
  return [
    [say('accident.verdict.title'), [answer, ...reasons].join('; ')],
    [say('dossier.decision'), outcomeText(texts, accident)],
    ...withoutEmpty([[say('accident.reason.label'), decisionReason(texts, data)]]),
    ...(keptCase ? [[fieldLabel(texts, 'DuplicateOf'), caseText(keptCase)] as const] : []),
    ...(duplicates.length > 0 ? [[say('dossier.duplicates'), duplicates.map(caseText).join('\n')] as const] : []),
    [
      say('accident.facts.judged.probability'),
      facts.CrashProbability === null
        ? emptyValueText
        : say('accident.facts.judged.percent', { percent: percentText(facts.CrashProbability, locale) }),
    ],
    [say('accident.facts.deltaV'), deltaVText(texts, facts)],
    [say('accident.facts.class'), say(severityKey(facts))],
    [say('accident.header.client'), joinKnown(value('ClientName'), value('ClientPhone'))],
    [say('accident.header.when'), texts.exactMoment(accident.CrashDateTime)],
    [say('accident.header.place'), joinKnown(accident.ZipCode, accident.City, accident.Street)],
    [say('dossier.position'), value('Position')],
    [say('accident.header.vehicle'), joinKnown(vehicleText(accident), value('VehicleRegNumber'))],
    ...withoutEmpty([
      ...fieldLines(texts, data, ['Kind', 'DateTimeOfNextCall']),
      [fieldLabel(texts, 'OperatorId'), orDash(operatorName)],
    ]),
  ];
};

export const insuredLines = (texts: Texts, data: CaseData): Line[] => {
  const { accident, insured } = data;
  const labels = fullLabels(vouchers, texts.locale);
  const labelledLine = (name: string, text: string | null | undefined): Line => [labels[name] ?? name, orDash(text)];
  const contractDays = [insured?.contractBegin, insured?.contractEnd];
  const period = contractDays.some(Boolean)
    ? contractDays.map(day => texts.day(day ?? null)).join(' – ')
    : emptyValueText;
  return [
    ...fieldLines(texts, data, ['ClientName', 'ClientPhone']),
    ...withoutEmpty([labelledLine('SecondaryPhoneNumber', readablePhone(insured?.secondaryPhone ?? '', texts.locale))]),
    [fieldLabel(texts, 'VoucherNumber'), orDash(accident.VoucherNumber)],
    labelledLine('ContractNumber', insured?.contractNumber),
    labelledLine('PolicyNumber', insured?.policyNumber),
    [texts.say('dossier.contractPeriod'), period],
  ];
};

export const vehicleLines = (texts: Texts, data: CaseData): Line[] => {
  const { accident, insured } = data;
  const device = [insured?.obuBrand, insured?.obuModel].filter(Boolean).join(' ');
  return [
    [texts.say('accident.header.vehicle'), orDash(vehicleText(accident))],
    ...fieldLines(texts, data, ['VehicleRegNumber', 'VehicleColor']),
    ['VIN', orDash(insured?.vin)],
    [texts.say('dossier.device'), orDash(device)],
    ['IMEI', orDash(insured?.imei)],
  ];
};
