import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import { historyDictionaries, historyText } from '../../../src/resources/accidents/history.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { fieldByWireName } from '../../../src/schema/wire.ts';
import { emptyValueText, type Texts } from './texts.ts';

type Change = AuditRow['changes'][number];
const interviewFields: readonly string[] = accidents.form;

/** An old or a new value in words, as in the history on the screen. */
const valueText = (texts: Texts, name: string, value: unknown): string => {
  const dictionary = historyDictionaries[name];
  const title = dictionary && texts.title(dictionary, Number(value));
  if (title) return title;
  const [field, fieldDefinition] = fieldByWireName(accidents, name) ?? [];
  const text =
    field && fieldDefinition && interviewFields.includes(field)
      ? texts.value(field, fieldDefinition, { [name]: value })
      : emptyValueText;
  return text === emptyValueText ? historyText(name, value, texts) : text;
};

export const fieldLabel = ({ say, has }: Texts, name: string): string => {
  const key = `accident.fields.${name}`;
  return has(key) ? say(key) : name;
};

const changeText = (texts: Texts, { field, before, after }: Change): string => {
  const valueTexts = [before, after].filter(value => value !== null).map(value => valueText(texts, field, value));
  // Old and new value are separated by ›, because the typeface has no arrow. A missing character is left out, so the
  // values would run together.
  return `${fieldLabel(texts, field)}: ${valueTexts.join(' › ')}`;
};

/** Whether a change adds a picture's sum, which the appendix also has. That of a deleted picture is only in the history. */
const isSumOfNewPicture = ({ field, before }: Change): boolean => field === 'OriginalSha256' && before === null;

// The id of the user who locked the case is left out if the entry also has the user's name.
const visibleChanges = ({ changes }: AuditRow) =>
  changes.some(({ field }) => field === 'LockedByName') ? changes.filter(({ field }) => field !== 'LockedBy') : changes;

/** An entry of the history: time, person, and the action with old and new values. */
export const entryCells = (texts: Texts, row: AuditRow): readonly [string, string, string] => {
  const { say, has, moment: momentText } = texts;
  const key = `accident.history.actions.${row.action}`;
  const actionTexts = [
    has(key) ? say(key) : row.action,
    ...visibleChanges(row)
      .filter(change => !isSumOfNewPicture(change))
      .map(change => changeText(texts, change)),
    ...(row.reason ? [say('accident.history.reason', { reason: row.reason })] : []),
  ];
  return [momentText(row.at), row.actorName || say('accident.history.system'), actionTexts.join('\n')];
};
