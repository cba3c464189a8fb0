import { accidents } from '../../../resources/accidents.ts';
import { writtenFields } from '../../../resources/define.ts';
import { writtenNames } from '../../../resources/wire.ts';

/** What an operator writes down: the fields of an accident that its description lets be changed. */
export const interviewFields = writtenFields(accidents, 'update');

const wireNames = interviewFields.flatMap(name => writtenNames(name, accidents.fields[name as 'Status']));

/** The interview's part of a record, as the form has it. */
export const valuesOf = (record: object): { [wireName: string]: unknown } =>
  Object.fromEntries(wireNames.map(name => [name, record[name as keyof typeof record]]));
