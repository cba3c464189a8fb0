import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValidImei, luhnDigit } from '../../../../../src/schema/kinds/imei.ts';

const fourteenDigits = fc.integer({ min: 0, max: 99_999_999_999_999 }).map(value => String(value).padStart(14, '0'));

describe('IMEI', () => {
  it('knows a published example', () => {
    expect(isValidImei('490154203237518')).toBe(true);
    expect(isValidImei('356938035643809')).toBe(true);
    expect(isValidImei('490154203237519')).toBe(false);
    expect(isValidImei('49015420323751')).toBe(false);
  });

  it('notices every single wrong digit', () => {
    fc.assert(
      fc.property(
        fourteenDigits,
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (body, at, shift) => {
          const imei = `${body}${luhnDigit(body)}`;
          const wrong = `${imei.slice(0, at)}${(Number(imei[at]) + shift) % 10}${imei.slice(at + 1)}`;
          expect(isValidImei(imei)).toBe(true);
          expect(isValidImei(wrong)).toBe(false);
        },
      ),
    );
  });
});
