// @vitest-environment jsdom
import Sortable from 'sortablejs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeSortable } from '../../../../src/screens/list/dragOrder.ts';

it('says the new order and leaves the element as it was, the column of checkboxes too', () => {
  const root = document.createElement('div');
  root.innerHTML = '<i></i><b data-column="id"></b><b data-column="peak"></b><b data-column="client"></b>';
  document.body.append(root);
  const before = [...root.children];
  const orders: string[][] = [];
  const create = vi.spyOn(Sortable, 'create');
  const end = makeSortable(root, names => orders.push(names));
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

it('follows the pointer to where it is released, however quickly', async () => {
  const root = document.createElement('div');
  root.innerHTML = '<b data-column="id"></b><b data-column="peak"></b><b data-column="client"></b>';
  document.body.append(root);
  const [id, peak, client] = [...root.children] as [Element, Element, Element];
  // Each column is 100 pixels wide, in the order of the moment.
  for (const each of [id, peak, client])
    each.getBoundingClientRect = () => new DOMRect([...root.children].indexOf(each) * 100, 0, 100, 20);
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'));
  document.elementFromPoint = x => [...root.children][Math.floor(x / 100)] ?? null;
  const orders: string[][] = [];
  const end = makeSortable(root, names => orders.push(names));
  const point = (on: Element | Document, type: string, clientX: number) =>
    on.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 10 }));
  const [down, move, up] =
    'PointerEvent' in window ? ['pointerdown', 'pointermove', 'pointerup'] : ['mousedown', 'mousemove', 'mouseup'];
  point(client, down, 250);
  point(document, move, 240);
  // The drag begins in the next task.
  await new Promise(begun => setTimeout(begun));
  point(document, move, 20);
  point(document, up, 20);
  expect(orders).toEqual([['client', 'id', 'peak']]);
  expect([...root.children]).toEqual([id, peak, client]);
  end();
});
