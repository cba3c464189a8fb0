import { accidents } from '../../../resources/accidents.ts';
import { writableFields } from '../../../schema/define.ts';
import { wireNamesForWriting } from '../../../schema/wire.ts';

export const interviewFields = writableFields(accidents, 'update');

/** Fields that the form does not show. Their values follow from the chosen pairs of car part and damage. */
const derivedFields: readonly string[] = ['CarPartIds', 'DamageDescriptionIds'];
export const formFields = interviewFields.filter(name => !derivedFields.includes(name));

const wireNames = interviewFields.flatMap(name => wireNamesForWriting(name, accidents.fields[name as 'Status']));

export const valuesOf = (record: object): { [wireName: string]: unknown } =>
  Object.fromEntries(wireNames.map(name => [name, record[name as keyof typeof record]]));

/** Returns true if two values of a field are equal. A missing value equals null. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
