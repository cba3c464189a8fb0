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
  notBeforeAge: 'Not before the age of %{years}',
  notAfterToday: 'Cannot be later than today',
  notAfterEnd: 'Cannot be later than the end date',
  option: 'Please choose one of the options',
  tooShort: 'At least %{min} characters',
  tooLong: 'At most %{max} characters',
  passwordIsLogin: 'The password must not repeat the login',
  pattern: 'Wrong format',
  faults: {
    notLater: 'Cannot be later than %{max}',
    phone: 'A phone: 5 to 15 digits; +, spaces, brackets and hyphens may stand between',
    notBeforeStart: 'Cannot be earlier than the start date',
    notAfterEnd: 'Cannot be later than the end date',
    licenceBefore16: 'A licence is not issued before the 16th birthday',
    plate:
      'Does not look like a plate. There are: car A123BC77, taxi AB12377, trailer AB123477, motorcycle 1234AB77, transit AB123C77',
    vin: 'The check digit of the VIN does not fit',
    imei: 'The check digit of the IMEI does not fit',
  },
} satisfies Texts['validation'];
