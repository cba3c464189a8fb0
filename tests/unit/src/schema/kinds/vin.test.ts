import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasValidCheckDigit, normaliseVin, vinCheckDigit, vinValidity } from '../../../../../src/schema/kinds/vin.ts';

const vinLetter = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
const anyVin = fc.array(vinLetter, { minLength: 17, maxLength: 17 }).map(letters => letters.join(''));

describe('VIN', () => {
  it('knows the check digit of real numbers', () => {
    // The worked example of the standard's commentary, and the number of ones only.
    expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X');
    expect(hasValidCheckDigit('11111111111111111')).toBe(true);
  });

  it('is indifferent to the check digit itself', () => {
    fc.assert(
      fc.property(anyVin, vinLetter, (vin, letter) => {
        expect(vinCheckDigit(`${vin.slice(0, 8)}${letter}${vin.slice(9)}`)).toBe(vinCheckDigit(vin));
      }),
    );
  });

  it('tells a mistyped number from a malformed one', () => {
    expect(vinValidity('1m8gdm9axkp042788')).toBe('valid');
    expect(vinValidity('1M8GDM9A1KP042788')).toBe('mistyped');
    expect(vinValidity('1M8GDM9AXKP04278')).toBe('malformed');
    expect(vinValidity('1M8GDM9AXKPO42788')).toBe('malformed');
  });

  it('reads Cyrillic look-alikes and spaces', () => {
    expect(normaliseVin('хта-21099 ')).toBe('XTA21099');
    expect(vinCheckDigit('')).toBeNull();
  });
});
