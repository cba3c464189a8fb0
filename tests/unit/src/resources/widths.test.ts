import { expect, test } from 'vitest';
import { resources } from '../../../../server/resources.ts';
import { bulkActions } from '../../../../src/schema/define.ts';
import { cellPaddingCh, checkBoxWidthCh, columnWidthCh } from '../../../../src/screens/list/column.ts';

/** Width of a list next to the open menu in a window of 1440 px, characters (docs/decisions/022-lists-on-screen.md). */
const roomCh = 126;

test('the columns that a list begins with fit a window of 1440', () => {
  // The columns of the queue are wider, and are ordered by their importance.
  const lists = Object.values(resources).filter(({ name, list }) => name !== 'accidents' && list);
  const wide = lists
    .map(resource => {
      const columns = resource.list?.columns ?? [];
      const box = bulkActions(resource).length > 0 ? checkBoxWidthCh : 0;
      return [
        resource.name,
        columns.reduce((sum, name) => sum + columnWidthCh(name, resource.fields[name]!) + cellPaddingCh, box),
      ] as const;
    })
    .filter(([, width]) => width > roomCh);
  expect(lists.length).toBeGreaterThan(15);
  expect(wide).toEqual([]);
});
