import { accidents } from '../../../resources/accidents.ts';
import { writtenFields } from '../../../schema/define.ts';
import { writtenNames } from '../../../schema/wire.ts';

/** Fields of an accident that its form may change. */
export const interviewFields = writtenFields(accidents, 'update');

/** The chosen pairs imply these fields. */
const impliedFields: readonly string[] = ['CarPartIds', 'DamageDescriptionIds'];
export const shownFields = interviewFields.filter(name => !impliedFields.includes(name));

const wireNames = interviewFields.flatMap(name => writtenNames(name, accidents.fields[name as 'Status']));

/** Form values of a record. */
export const valuesOf = (record: object): { [wireName: string]: unknown } =>
  Object.fromEntries(wireNames.map(name => [name, record[name as keyof typeof record]]));
