// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  basketLimit,
  emptyBasket,
  openBasket,
  type Picked,
  togglePicked,
  useBasket,
} from '../../../../src/components/basket.ts';

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
    expect(JSON.parse(localStorage.getItem('basket 7') ?? '')).toHaveLength(1);
    localStorage.setItem('basket 9', 'nonsense');
    openBasket('9');
    expect(ids()).toEqual([]);
  });

  it('has an end', () => {
    for (let id = 0; id < basketLimit + 5; id += 1) togglePicked(one(id));
    expect(ids()).toHaveLength(basketLimit);
  });
});
