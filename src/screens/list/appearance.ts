import { useMemo } from 'react';
import { useStore } from 'react-admin';
import type { listDensities, listDisplays } from '../../contract/states.ts';
import { unselected } from '../../dataProvider/order.ts';
import { listColumns, type Resource } from '../../schema/define.ts';

export type ListDisplay = (typeof listDisplays)[number] | typeof unselected;
/** Row density of a list. Unselected: the user's settings decide. */
export type ListDensity = (typeof listDensities)[number] | typeof unselected;
/** Widths of columns by field name, in characters. A field without an entry has the default width of its kind. */
export type ColumnWidths = Readonly<Record<string, number>>;
/** The saved view that was last applied to a list, with the name that it had then. */
export interface ChosenView {
  readonly Id: number;
  readonly Name: string;
}

const defaultWidths: ColumnWidths = {};

/** Appearance of a list that this browser stores. Filters, sort and page are in the address. */
export const useListAppearance = (name: string, resource: Resource, split: string | undefined) => {
  const [display, setDisplay] = useStore<ListDisplay>(`${name}.display`, unselected);
  const [density, setDensity] = useStore<ListDensity>(`${name}.density`, unselected);
  // The default is memoized, because react-admin's store subscribes again for every new default object.
  const defaultColumns = useMemo(() => listColumns(resource, split), [resource, split]);
  const [columns, setColumns] = useStore<readonly string[]>(`${name}.columns`, defaultColumns);
  const [widths, setWidths] = useStore<ColumnWidths>(`${name}.widths`, defaultWidths);
  const [chosenView, setChosenView] = useStore<ChosenView | null>(`${name}.view`, null);
  return useMemo(
    () => ({
      ...{ display, setDisplay, density, setDensity, columns, setColumns },
      ...{ widths, setWidths, chosenView, setChosenView },
    }),
    [display, setDisplay, density, setDensity, columns, setColumns, widths, setWidths, chosenView, setChosenView],
  );
};
