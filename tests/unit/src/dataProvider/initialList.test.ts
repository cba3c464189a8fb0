// @vitest-environment jsdom
import { localStorageStore } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { initialList } from '../../../../src/dataProvider/initialList.ts';

afterEach(() => localStorage.clear());

const unsorted = { field: 'unselected', order: 'unselected' };

it('is the first page in its own order where nothing was chosen', () => {
  expect(initialList({ name: 'vouchers', search: '' })?.params).toEqual({
    pagination: { page: 1, perPage: 25 },
    sort: unsorted,
    filter: {},
  });
});

it('is what the address says', () => {
  const search = `?page=3&perPage=50&sort=ClientName&order=ASC&filter=${encodeURIComponent('{"q":"0126"}')}`;
  expect(initialList({ name: 'vouchers', search })?.params).toEqual({
    pagination: { page: 3, perPage: 50 },
    sort: { field: 'ClientName', order: 'ASC' },
    filter: { q: '0126' },
  });
});

it('is as react-admin keeps it, where one comes back', () => {
  const stored = { page: 2, perPage: 10, sort: 'unselected', order: 'unselected', filter: { q: '7' } };
  localStorageStore(undefined, 'drivedesk').setItem('vouchers.listParams', stored);
  expect(initialList({ name: 'vouchers', search: '' })?.params).toEqual({
    pagination: { page: 2, perPage: 10 },
    sort: unsorted,
    filter: { q: '7' },
  });
});

it('is nothing where no such list is', () => {
  expect(initialList({ name: 'nothing', search: '' })).toBeUndefined();
});
