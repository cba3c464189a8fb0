// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { hadLease, rememberLease } from '../../../../../src/custom-pages/accidents/lock/reload.ts';

const now = Date.parse('2026-01-15T12:00:00Z');

beforeEach(() => sessionStorage.clear());

it('a case held when its page went is known to the page that comes next, once', () => {
  rememberLease(5, 100, now);
  expect(hadLease(5, 100, now + 2_000)).toBe(true);
  expect(hadLease(5, 100, now + 2_000)).toBe(false);
});

it('is nothing to another case, another person, or after the lease', () => {
  rememberLease(5, 100, now);
  expect(hadLease(5, 101, now)).toBe(false);
  rememberLease(5, 100, now);
  expect(hadLease(6, 100, now)).toBe(false);
  expect(hadLease(5, 100, now + 60_000)).toBe(false);
  expect(hadLease(5, 100, now)).toBe(false);
});
