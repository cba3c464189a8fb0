import { accidents } from '../../../resources/accidents.ts';
import { writtenFields } from '../../../schema/define.ts';
import { writtenNames } from '../../../schema/wire.ts';

/** Fields of an accident that the interview form may change. */
export const interviewFields = writtenFields(accidents, 'update');

/** Fields that the form does not show. Their values follow from the chosen pairs of car part and damage. */
const impliedFields: readonly string[] = ['CarPartIds', 'DamageDescriptionIds'];
export const shownFields = interviewFields.filter(name => !impliedFields.includes(name));

const wireNames = interviewFields.flatMap(name => writtenNames(name, accidents.fields[name as 'Status']));

/** Returns the form values of an accident. */
export const valuesOf = (record: object): { [wireName: string]: unknown } =>
  Object.fromEntries(wireNames.map(name => [name, record[name as keyof typeof record]]));
