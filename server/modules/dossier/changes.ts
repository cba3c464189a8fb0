import { accidentStatuses, severities } from '../../../src/contract/shapes/accident.ts';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import { formatNumber } from '../../../src/kinds/format.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { fieldBehind } from '../../../src/resources/wire.ts';
import { nothing, type Texts } from './texts.ts';

type Change = AuditRow['changes'][number];
const moment = /^\d{4}-\d\d-\d\dT/;
const interviewFields: readonly string[] = accidents.form;

/** What a call was about and what came of it: no fields of the accident, chosen from dictionaries all the same. */
const ofCalls = { ReasonId: 'callReasons', ResultId: 'callResults' } as const;
const isOfCall = (field: string): field is keyof typeof ofCalls => Object.hasOwn(ofCalls, field);

const plainText = (texts: Texts, field: string, value: unknown): string => {
  const { say, moment: momentText, locale } = texts;
  if (value === null || value === undefined || value === '') return nothing;
  if (isOfCall(field)) return texts.title(ofCalls[field], Number(value)) || String(value);
  if (field === 'Status' && accidentStatuses.some(status => status === value)) return say(`accident.buckets.${value}`);
  if (field === 'Severity' && severities.some(severity => severity === value)) return say(`accident.severity.${value}`);
  if (field === 'Source' && value === 'device') return say('accident.device.fromDevice');
  if (field === 'CrashUniqueIdentifier') return String(value);
  if (typeof value === 'boolean') return say(value ? 'accident.history.yes' : 'accident.history.no');
  if (typeof value === 'number' && /tude$/.test(field)) return formatNumber(value, 5, locale);
  if (typeof value === 'number') return formatNumber(value, Number.isInteger(value) ? 0 : 2, locale);
  if (typeof value === 'string') return moment.test(value) ? momentText(value) : value;
  return JSON.stringify(value);
};

/** An old or a new value in words, as the history on the screen has it. */
const valueText = (texts: Texts, name: string, value: unknown): string => {
  const [field, described] = fieldBehind(accidents, name) ?? [];
  if (field && described && interviewFields.includes(field)) return texts.value(field, described, { [name]: value });
  if (!Array.isArray(value)) return plainText(texts, name, value);
  return value.map(each => plainText(texts, name, each)).join(', ') || nothing;
};

export const fieldLabel = ({ say, has }: Texts, name: string): string => {
  const key = `accident.fields.${name}`;
  return has(key) ? say(key) : name;
};

const changeText = (texts: Texts, { field, before, after }: Change): string => {
  const both = [before, after].filter(value => value !== null).map(value => valueText(texts, field, value));
  // The dossier's typeface has no arrow: what it lacks is left out, and old and new ran into each other.
  return `${fieldLabel(texts, field)}: ${both.join(' › ')}`;
};

// The id of an account is redundant beside its name.
const shown = ({ changes }: AuditRow) =>
  changes.some(({ field }) => field === 'LockedByName') ? changes.filter(({ field }) => field !== 'LockedBy') : changes;

/** An entry of the history: when, who, and what with old and new values. */
export const entryCells = (texts: Texts, row: AuditRow): readonly [string, string, string] => {
  const { say, has, moment: momentText } = texts;
  const key = `accident.history.actions.${row.action}`;
  const what = [
    has(key) ? say(key) : row.action,
    ...shown(row).map(change => changeText(texts, change)),
    ...(row.reason ? [say('accident.history.reason', { reason: row.reason })] : []),
  ];
  return [momentText(row.at), row.actorName || say('accident.history.system'), what.join('\n')];
};
