import { yupResolver } from '@hookform/resolvers/yup';
import type { Resolver } from 'react-hook-form';
import { mixed, object, type string } from 'yup';
import { nameMaxLength, phoneMaxLength } from '../../../contract/limits.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { schemaOf } from '../../../fields/schemas.ts';
import { f } from '../../../resources/fields.ts';

export type DataValues = Pick<AccountInfo, 'FullName' | 'Occupation' | 'Phone' | 'Locale'>;

export const valuesOf = ({ FullName, Occupation, Phone, Locale }: AccountInfo): DataValues => ({
  FullName,
  Occupation,
  Phone,
  Locale,
});

const phoneShape = /^[\d\s()+-]*$/;

/** The contract's bounds, in the specification's words. */
export const dataResolver = (translate: (key: string, options?: object) => string): Resolver<DataValues> => {
  const phone = schemaOf(f.phone({ maxLength: phoneMaxLength }), translate) as ReturnType<typeof string>;
  const schema = object({
    FullName: schemaOf(f.text({ required: true, maxLength: nameMaxLength }), translate),
    Occupation: schemaOf(f.text({ maxLength: nameMaxLength }), translate),
    Phone: phone.matches(phoneShape, translate('validation.phone')),
    Locale: mixed().required(translate('validation.required')),
  });
  return yupResolver(schema) as unknown as Resolver<DataValues>;
};
