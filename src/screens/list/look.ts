import { useStore } from 'ra-core';
import { useMemo } from 'react';
import type { listDensities, listDisplays } from '../../contract/states.ts';
import { unselected } from '../../dataProvider/order.ts';
import { listColumns, type Resource } from '../../resources/define.ts';

export type Display = (typeof listDisplays)[number] | typeof unselected;
/** Unselected: as the person's own settings have it. */
export type Density = (typeof listDensities)[number] | typeof unselected;
/** Widths of columns by field, in characters; absent: as wide as the field's kind needs. */
export type Widths = Readonly<Record<string, number>>;
/** The saved view that a list was last given, by its name then. */
export interface ChosenView {
  readonly Id: number;
  readonly Name: string;
}

const standard: Widths = {};

/** What this browser remembers of how somebody looks at a list, beside what is in its address. */
export const useLook = (name: string, resource: Resource, split: string | undefined) => {
  const [display, setDisplay] = useStore<Display>(`${name}.display`, unselected);
  const [density, setDensity] = useStore<Density>(`${name}.density`, unselected);
  // react-admin's store subscribes anew for every default that is not the same.
  const usual = useMemo(() => listColumns(resource, split), [resource, split]);
  const [columns, setColumns] = useStore<readonly string[]>(`${name}.columns`, usual);
  const [widths, setWidths] = useStore<Widths>(`${name}.widths`, standard);
  const [chosenView, setChosenView] = useStore<ChosenView | null>(`${name}.view`, null);
  return useMemo(
    () => ({
      ...{ display, setDisplay, density, setDensity, columns, setColumns },
      ...{ widths, setWidths, chosenView, setChosenView },
    }),
    [display, setDisplay, density, setDensity, columns, setColumns, widths, setWidths, chosenView, setChosenView],
  );
};
