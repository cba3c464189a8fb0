// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepLocation, savedLocation } from '../../../../src/routes/lastLocation.ts';

beforeEach(() => sessionStorage.clear());

describe('the last location', () => {
  it('is kept with its query outside /auth', () => {
    keepLocation('/cabinet/cards/list/', '?page=2');
    keepLocation('/auth/login/', '');
    keepLocation('/login', '');
    expect(sessionStorage.getItem('lastLocation')).toBe('/cabinet/cards/list/?page=2');
    expect(savedLocation()).toBe('/cabinet/cards/list/?page=2');
  });

  it('keeps the object of a voucher that is scored', () => {
    keepLocation('/cabinet/scoring/17/', '?voucherObjectId=o-1');
    expect(savedLocation()).toBe('/cabinet/scoring/17/?voucherObjectId=o-1');
  });

  it('is the work desk where nothing was kept, or something that is no path of ours', () => {
    expect(savedLocation()).toBe('/cabinet/dashboard/');
    for (const foreign of ['//evil.example/', 'https://evil.example/', '/\\evil.example', '/auth/login/']) {
      sessionStorage.setItem('lastLocation', foreign);
      expect(savedLocation()).toBe('/cabinet/dashboard/');
    }
  });
});
