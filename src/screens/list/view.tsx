import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Located } from '../../dataProvider/locate.ts';
import type { I18n } from '../../fields/kind.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { listColumns, type Resource } from '../../resources/define.ts';
import { type ChosenView, type Density, type Display, useLook, type Widths } from './look.ts';

/** Parameters that the page gives its list: the month of a bill. */
export type Asked = Readonly<Record<string, string>>;

/** How the list is looked at; what it shows is in react-admin's list context. */
export interface ListView {
  /** react-admin's name of the list. */
  readonly name: string;
  readonly resource: Resource;
  readonly split?: string;
  readonly i18n: I18n;
  /** Chosen and effective display: unselected is a table if there is room. */
  readonly display: Display;
  readonly asCards: boolean;
  readonly setDisplay: (display: Display) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  /** Fields shown as columns, in their order. */
  readonly columns: readonly string[];
  readonly setColumns: (columns: readonly string[]) => void;
  readonly widths: Widths;
  readonly setWidths: (widths: Widths) => void;
  readonly chosenView: ChosenView | null;
  readonly setChosenView: (view: ChosenView | null) => void;
  readonly narrow: boolean;
  /** What the list's call is asked whatever is chosen. */
  readonly asked?: Asked;
}

const ListViewContext = createContext<ListView | undefined>(undefined);

export const useListView = (): ListView => {
  const view = useContext(ListViewContext);
  if (!view) throw new Error('A part of a list stands outside of ListViewProvider');
  return view;
};

interface Props {
  name: string;
  located: Located;
  asked?: Asked;
  children: ReactNode;
}

export const ListViewProvider = ({ name, located, asked, children }: Props) => {
  const { resource, split } = located;
  const i18n = useI18n();
  const narrow = useMediaQuery(theme => theme.breakpoints.down('md'), { noSsr: true });
  const look = useLook(name, resource, split);

  const view = useMemo(() => {
    // Stored columns may name fields that no longer exist.
    const known = look.columns.filter(column => resource.fields[column]);
    return {
      ...look,
      name,
      resource,
      split,
      i18n,
      narrow,
      asCards: look.display === 'cards' || (look.display !== 'table' && narrow),
      columns: known.length ? known : listColumns(resource, split),
      asked,
    };
  }, [name, asked, resource, split, i18n, narrow, look]);
  return <ListViewContext.Provider value={view}>{children}</ListViewContext.Provider>;
};
