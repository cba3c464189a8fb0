import type { AccidentDetail, AccidentUpdate } from '../../../contract/shapes/accident.ts';

type Written = Omit<AccidentUpdate, 'Version'>;
/** The fields an operator writes down, in the order of the interview. */
const writtenFields = [
  'StatusOfRoadAccidentID',
  'ContactPersonStatusId',
  'CrashDynamicsId',
  'UnconfirmationReasonId',
  'CarPartIds',
  'DamageDescriptionIds',
  'DateTimeOfNextCall',
] as const satisfies readonly (keyof Written)[];
export type WrittenField = (typeof writtenFields)[number];

/** The dictionary whose ids a field holds. */
export const dictionaryOf = {
  StatusOfRoadAccidentID: 'statusesOfRoadAccident',
  ContactPersonStatusId: 'contactPersonStatuses',
  CrashDynamicsId: 'crashDynamics',
  UnconfirmationReasonId: 'unconfirmationReasons',
  CarPartIds: 'carParts',
  DamageDescriptionIds: 'damageDescriptions',
} as const;
export type DictionaryField = keyof typeof dictionaryOf;

export type Values = Required<Written>;

export const valuesOf = (record: AccidentDetail): Values => ({
  StatusOfRoadAccidentID: record.StatusOfRoadAccidentID,
  ContactPersonStatusId: record.ContactPersonStatusId,
  CrashDynamicsId: record.CrashDynamicsId,
  UnconfirmationReasonId: record.UnconfirmationReasonId,
  CarPartIds: record.CarPartIds,
  DamageDescriptionIds: record.DamageDescriptionIds,
  DateTimeOfNextCall: record.DateTimeOfNextCall,
});

// A set of ids is the same in any order; a moment is the same however it is written.
const plain = (value: unknown): string => {
  if (Array.isArray(value)) return JSON.stringify([...value].sort((a: number, b: number) => a - b));
  return typeof value === 'string' ? String(Date.parse(value)) : JSON.stringify(value);
};
const sameValue = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

/** Fields whose values differ. */
export const changedFields = (before: Values, after: Values): WrittenField[] =>
  writtenFields.filter(field => !sameValue(before[field], after[field]));

/** Only what was changed is sent: two people who write different fields do not undo each other. */
export const changesOf = (before: Values, after: Values): Partial<Values> =>
  Object.fromEntries(changedFields(before, after).map(field => [field, after[field]]));

/** What was typed stays; what was not touched follows the record as it is now. */
export const merged = (base: Values, typed: Values, current: Values): Values => ({
  ...current,
  ...changesOf(base, typed),
});
