import type { Texts } from '../texts.ts';

export const validation = {
  required: 'This field is required',
  type: 'Must be %{type}',
  types: {
    string: 'a text',
    date: 'a date',
    boolean: 'yes or no',
    position: 'coordinates: latitude and longitude',
    vin: 'a VIN',
    imei: 'an IMEI',
  },
  oneOf: 'one of the options',
  email: 'Enter a valid email',
  max: 'Must be less than %{max}',
  min: 'Must be at least %{min}',
  integer: 'Must be a number',
  notBeforeStart: 'Cannot be earlier than the start date',
  notAfterEnd: 'Cannot be later than the end date',
  option: 'Please choose one of the options',
  tooShort: 'At least %{min} characters',
  tooLong: 'At most %{max} characters',
  passwordIsLogin: 'The password must not repeat the login',
  pattern: 'Wrong format',
} satisfies Texts['validation'];
