// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type DateOptions, parseDateText } from '../../../../../src/schema/kinds/dateText.ts';

const now = new Date('2026-11-26T12:00:00Z');
const read = (text: string, reader: Partial<DateOptions> = {}) => parseDateText(text, { now, ...reader });

describe('a date written by people', () => {
  it.each([
    '05.03.1985',
    '5.3.1985',
    '5. 3. 1985',
    '05.03.85',
    '05-03-1985',
    '05\u20133\u20131985',
    '05 03 1985',
    '05,03,1985',
    '1985.03.05',
    '1985/03/05',
    '1985-3-5',
    '19850305',
    '05031985',
    '5 марта 1985',
    '5 МАРТА 1985 ГОДА',
    '05.03.1985 г.',
    '05.03.1985г',
    '«05» марта 1985 г.',
    '05-мар-85',
    '05.март.1985',
    '5 Mar 1985',
    '5-Mar-85',
    '5th March 1985',
    'March 5, 1985',
    '1985-мар-05',
    'вторник, 5 марта 1985 г.',
    'вт 05.03.1985',
    'Вт., 05.03.1985',
    'Tuesday, March 5, 1985',
    'Tue, 5 Mar 1985',
    '05.03.1985 г.р.',
    '05.03.1985 г. р.',
    '5 марта 1985 года рождения',
    '05.03.1985.',
    ' 05.03.1985\u00a0',
    '\u200e05.03.1985\ufeff',
  ])('is the 5th of March 1985 as %s', text => {
    expect(read(text)).toEqual({ day: '1985-03-05' });
  });

  it.each([
    ['05.03.1985 9:30', '09:30:00', undefined],
    ['05.03.1985 в 9:30', '09:30:00', undefined],
    ['05.03.1985 09.30', '09:30:00', undefined],
    ['05.03.1985 09-30', '09:30:00', undefined],
    ['05.03.85, 9:30', '09:30:00', undefined],
    ['5 марта 1985 г. 9:30', '09:30:00', undefined],
    ['5 марта 1985 г. в 9 ч 30 мин', '09:30:00', undefined],
    ['5 марта 1985 г. в 9 часов', '09:00:00', undefined],
    ['05.03.1985 9:30 ч.', '09:30:00', undefined],
    ['05.03.1985T09:30', '09:30:00', undefined],
    ['9:30 05.03.1985', '09:30:00', undefined],
    ['09.30 05.03.1985', '09:30:00', undefined],
    ['9:30, 5 марта 1985', '09:30:00', undefined],
    ['Mar 5, 1985 9:30 AM', '09:30:00', undefined],
    ['March 5, 1985 at 9:30 p.m.', '21:30:00', undefined],
    ['5 Mar 1985, 9 pm', '21:00:00', undefined],
    ['05.03.1985 г., 09:30:15', '09:30:15', undefined],
    ['05.03.1985 9:30 PM', '21:30:00', undefined],
    ['5 марта 1985 12:05 am', '00:05:00', undefined],
    ['1985-03-05T09:30:00.123', '09:30:00', undefined],
    ['1985-03-05T09:30:00Z', '09:30:00', 0],
    ['1985-03-05T09:30:00.123+03:00', '09:30:00', 180],
    ['1985-03-05 09:30 -0530', '09:30:00', -330],
    ['05.03.1985 09:30 МСК', '09:30:00', 180],
    ['05.03.1985 09:30 UTC+3', '09:30:00', 180],
  ])('has its time and zone in %s', (text, time, offsetMinutes) => {
    expect(read(text)).toEqual({ day: '1985-03-05', time, ...(offsetMinutes !== undefined && { offsetMinutes }) });
  });

  it.each([
    ['05/03/1985', ['1985-03-05', '1985-05-03']],
    ['5/3/85', ['1985-03-05', '1985-05-03']],
    ['05-03-04', ['2004-03-05', '2005-03-04']],
  ])('is ambiguous as %s', (text, days) => {
    expect(read(text)).toEqual({ fault: 'ambiguous', days });
  });

  it('has slashes in the only order that the calendar allows, or days first where the reader asks for it', () => {
    expect(read('25/03/1985')).toEqual({ day: '1985-03-25' });
    expect(read('03/25/1985')).toEqual({ day: '1985-03-25' });
    expect(read('03/03/1985')).toEqual({ day: '1985-03-03' });
    expect(read('05/03/1985', { dayFirst: true })).toEqual({ day: '1985-03-05' });
    expect(read('3/15/1985', { dayFirst: true })).toEqual({ day: '1985-03-15' });
  });

  it.each([
    '',
    'сегодня',
    '1985',
    'март 1985',
    '03.1985',
    '31.02.1990',
    '29.02.2023',
    '00.01.2020',
    '05.13.1985',
    '05.03-1985',
    '05.03.198',
    '050385',
    '31111',
    '5 мартабря 1985',
    '05.03.1985 25:00',
    '05.03.1985 09:60',
    '05.03.1985 13:00 PM',
    '05.03.1985 09:30 +15:00',
    '05.03.1985 и ещё',
    '05.03.1985 14',
    '05.03.1985 1430',
    '9:30',
    '9:30 1985',
    `05.03.1985${' '.repeat(100_000)}x`,
  ])('is none as %s', text => {
    expect(read(text)).toEqual({ fault: 'none' });
  });
});

it('a year with two digits ends at most twenty years from now', () => {
  expect(read('01.02.46')).toEqual({ day: '2046-02-01' });
  expect(read('01.02.47')).toEqual({ day: '1947-02-01' });
});

it('a year with two digits ends this year where the date is past, and names the other century that is possible', () => {
  expect(read('01.02.27', { mustBePast: true })).toEqual({ day: '1927-02-01' });
  expect(read('01.02.08', { mustBePast: true })).toEqual({ day: '2008-02-01' });
  expect(read('01.02.20', { mustBePast: true })).toEqual({ day: '2020-02-01', otherYear: 1920 });
});

it('has words for days only where the reader has a today', () => {
  expect(read('Вчера', { today: '2026-03-01' })).toEqual({ day: '2026-02-28' });
  expect(read('сегодня в 14:30', { today: '2026-03-01' })).toEqual({ day: '2026-03-01', time: '14:30:00' });
  expect(read('tomorrow', { today: '2026-12-31' })).toEqual({ day: '2027-01-01' });
  expect(read('вчера')).toEqual({ fault: 'none' });
});
