import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import { historyDictionaries, historyText } from '../../../src/resources/accidents/history.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { fieldBehind } from '../../../src/schema/wire.ts';
import { nothing, type Texts } from './texts.ts';

type Change = AuditRow['changes'][number];
const interviewFields: readonly string[] = accidents.form;

/** An old or a new value in words, as in the history on the screen. */
const valueText = (texts: Texts, name: string, value: unknown): string => {
  const dictionary = historyDictionaries[name];
  const title = dictionary && texts.title(dictionary, Number(value));
  if (title) return title;
  const [field, described] = fieldBehind(accidents, name) ?? [];
  const text =
    field && described && interviewFields.includes(field) ? texts.value(field, described, { [name]: value }) : nothing;
  return text === nothing ? historyText(name, value, texts) : text;
};

export const fieldLabel = ({ say, has }: Texts, name: string): string => {
  const key = `accident.fields.${name}`;
  return has(key) ? say(key) : name;
};

const changeText = (texts: Texts, { field, before, after }: Change): string => {
  const both = [before, after].filter(value => value !== null).map(value => valueText(texts, field, value));
  // The dossier's typeface has no arrow, and missing characters are left out, so old and new would run together.
  return `${fieldLabel(texts, field)}: ${both.join(' › ')}`;
};

// The id of an account is redundant beside its name.
const shown = ({ changes }: AuditRow) =>
  changes.some(({ field }) => field === 'LockedByName') ? changes.filter(({ field }) => field !== 'LockedBy') : changes;

/** An entry of the history: time, person, and the action with old and new values. */
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
