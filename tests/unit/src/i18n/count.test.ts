import { describe, expect, it } from 'vitest';
import { pluralize } from '../../../../src/i18n/count.ts';

const forms: Record<string, string> = {
  'x.one': 'авария',
  'x.few': 'аварии',
  'x.many': 'аварий',
  'x.other': 'аварии',
};
const translate = (key: string, options?: Record<string, unknown>) => `${options?.n} ${forms[key]}`;

describe('a counted text', () => {
  it.each([
    [0, '0 аварий'],
    [1, '1 авария'],
    [2, '2 аварии'],
    [5, '5 аварий'],
    [11, '11 аварий'],
    [12, '12 аварий'],
    [21, '21 авария'],
    [22, '22 аварии'],
    [111, '111 аварий'],
    [1.5, '1,5 аварии'],
    [12345, '12 345 аварий'],
  ])('%d', (n, expected) => {
    expect(pluralize(translate, 'x', n, 'ru').replace(/\s/g, ' ')).toBe(expected);
  });
});
