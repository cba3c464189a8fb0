// @vitest-environment jsdom
import Sortable from 'sortablejs';
import { expect, it, vi } from 'vitest';
import { dragOrder } from '../../../../src/screens/list/dragOrder.ts';

it('says the new order and leaves the element as it was, the column of checkboxes too', () => {
  const root = document.createElement('div');
  root.innerHTML = '<i></i><b data-column="id"></b><b data-column="peak"></b><b data-column="client"></b>';
  document.body.append(root);
  const before = [...root.children];
  const orders: string[][] = [];
  const create = vi.spyOn(Sortable, 'create');
  const end = dragOrder(root, names => orders.push(names));
  const [, options] = create.mock.lastCall ?? [];
  const drag = (work: () => void) => {
    options?.onChoose?.(new Event('choose') as Sortable.SortableEvent);
    work();
    options?.onEnd?.(new Event('end') as Sortable.SortableEvent);
  };
  drag(() => root.children[1]?.before(root.children[3] as Element));
  expect([...root.children]).toEqual(before);
  expect(orders).toEqual([['client', 'id', 'peak']]);
  drag(() => undefined);
  expect(orders.length).toBe(1);
  end();
});
