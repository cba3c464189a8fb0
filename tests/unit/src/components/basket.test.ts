// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  basketLimit,
  emptyBasket,
  openBasket,
  type Picked,
  togglePicked,
  useBasket,
} from '../../../../src/components/basket.ts';
import { forgetOwn, writeOwn } from '../../../../src/components/own.ts';
import { keepRecent, readRecents } from '../../../../src/layout/search/recents.ts';

const one = (id: number, list = 'vouchers'): Picked => ({ list, id, title: `№ ${id}`, row: { id } });
const ids = () => renderHook(useBasket).result.current.map(({ id }) => id);

beforeEach(() => {
  localStorage.clear();
  openBasket('nobody');
  openBasket('7');
});

describe('the basket', () => {
  it('takes a record once, gives it back, and is each person’s own', () => {
    togglePicked(one(1));
    togglePicked(one(1, 'operators'));
    togglePicked(one(2));
    togglePicked(one(2));
    expect(ids()).toEqual([1, 1]);
    openBasket('8');
    expect(ids()).toEqual([]);
    openBasket('7');
    expect(ids()).toEqual([1, 1]);
    emptyBasket('vouchers');
    expect(ids()).toEqual([1]);
  });

  it('is read again after a reload, and takes nonsense for an empty one', () => {
    togglePicked(one(3));
    expect(JSON.parse(localStorage.getItem('own 7 basket') ?? '')).toHaveLength(1);
    localStorage.setItem('own 9 basket', 'nonsense');
    openBasket('9');
    expect(ids()).toEqual([]);
  });

  it('has an end, and says so', () => {
    for (let id = 0; id < basketLimit; id += 1) expect(togglePicked(one(id))).toBeUndefined();
    expect(togglePicked(one(basketLimit))).toBe('full');
    expect(ids()).toHaveLength(basketLimit);
  });

  it('says when the browser has no room', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    expect(togglePicked(one(1))).toBe('noRoom');
    full.mockRestore();
    expect(ids()).toEqual([]);
  });

  it('is forgotten with the searches, but what is kept for this account and what is not of a person', () => {
    togglePicked(one(1));
    keepRecent(7, 'Ёлкина');
    keepRecent(70, 'Петров');
    localStorage.setItem('apptheme', 'dark');
    localStorage.setItem('RaStoredrivedesk.vouchers.columns', '["Client"]');
    localStorage.setItem('RaStoredrivedesk.vouchers.listParams', '{"filter":{"search":"Ёлкина"}}');
    writeOwn(7, 'note 1', 'Перезвонить Ёлкиной', sessionStorage);
    writeOwn(70, 'note 1', 'Перезвонить Петрову', sessionStorage);
    forgetOwn(7);
    expect([readRecents(7), readRecents(70)]).toEqual([['Ёлкина'], []]);
    expect(Object.values({ ...sessionStorage })).toEqual(['"Перезвонить Ёлкиной"']);
    forgetOwn();
    expect(Object.keys(localStorage).sort()).toEqual(['RaStoredrivedesk.vouchers.columns', 'apptheme']);
    expect(sessionStorage).toHaveLength(0);
  });
});
