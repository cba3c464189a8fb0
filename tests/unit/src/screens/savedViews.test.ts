import { describe, expect, test } from 'vitest';
import { initialList } from '../../../../src/dataProvider/initialList.ts';
import { toSort, unselected } from '../../../../src/dataProvider/order.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { isSameState, toListState, toSearch, type ViewState } from '../../../../src/screens/list/views/state.ts';

const untouched: ViewState = {
  filterValues: {},
  sort: toSort(unselected, unselected),
  perPage: 25,
  columns: accidents.list.columns,
  widths: {},
  display: unselected,
  density: unselected,
};

describe('what is saved of a list', () => {
  test('is nothing where nothing was chosen', () => {
    expect(toListState(accidents, untouched)).toEqual({});
  });

  test('is what was chosen, and no filter that the list does not have', () => {
    const shown: ViewState = {
      filterValues: { q: ' мос ', Vip: true, Severity: 'major', Nonsense: 1 },
      sort: toSort('MaximumAcceleration', 'desc'),
      perPage: 50,
      columns: ['CrashDateTime'],
      widths: { CrashDateTime: 20 },
      display: 'cards',
      density: 'compact',
    };
    expect(toListState(accidents, shown)).toEqual({
      Filters: { Vip: true, Severity: 'major' },
      Search: 'мос',
      Sort: 'MaximumAcceleration-desc',
      Columns: ['CrashDateTime'],
      Widths: { CrashDateTime: 20 },
      Display: 'cards',
      Density: 'compact',
      PageSize: 50,
    });
  });

  test('leaves out a page size that only an address can name', () => {
    expect(toListState(accidents, { ...untouched, perPage: 7 })).toEqual({});
  });

  test('is the same in whatever order its members stand', () => {
    expect(isSameState({ Filters: { a: 1, b: 2 }, Search: 'x' }, { Search: 'x', Filters: { b: 2, a: 1 } })).toBe(true);
    expect(isSameState({ Columns: ['a', 'b'] }, { Columns: ['b', 'a'] })).toBe(false);
  });
});

test('a saved view becomes an address from which the list is asked for the same', () => {
  const search = toSearch({ Filters: { Vip: true }, Search: 'мос', Sort: 'CrashDateTime-asc', PageSize: 10 });
  expect(initialList({ name: 'accidents-opened', search })?.params).toEqual({
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'CrashDateTime', order: 'ASC' },
    filter: { Vip: true, q: 'мос' },
  });
});
