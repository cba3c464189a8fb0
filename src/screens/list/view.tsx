import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ListLocation } from '../../dataProvider/locate.ts';
import type { I18n } from '../../fields/useI18n.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { listColumns, type Resource } from '../../schema/define.ts';
import {
  type ChosenView,
  type ColumnWidths,
  type ListDensity,
  type ListDisplay,
  useListAppearance,
} from './appearance.ts';

/** Query parameters that the page sets for its list, such as the month of a bill. */
export type FixedParams = Readonly<Record<string, string>>;

export interface ListView {
  /** Name of the list in react-admin. */
  readonly name: string;
  readonly resource: Resource;
  readonly split?: string;
  readonly i18n: I18n;
  /**
   * `display` is the user's choice of table or cards. `showsCards` is true if the list is shown as cards. Without a
   * choice, narrow screens show cards.
   */
  readonly display: ListDisplay;
  readonly showsCards: boolean;
  readonly setDisplay: (display: ListDisplay) => void;
  readonly density: ListDensity;
  readonly setDensity: (density: ListDensity) => void;
  /** Names of the fields that are shown as columns, in their order. */
  readonly columns: readonly string[];
  readonly setColumns: (columns: readonly string[]) => void;
  readonly widths: ColumnWidths;
  readonly setWidths: (widths: ColumnWidths) => void;
  readonly chosenView: ChosenView | null;
  readonly setChosenView: (view: ChosenView | null) => void;
  readonly isNarrow: boolean;
  /** Query parameters that are always sent with the list call. */
  readonly fixedParams?: FixedParams;
  /** Content while the list has no rows at all. Absent: a default message. */
  readonly emptyContent?: ReactNode;
}

const ListViewContext = createContext<ListView | undefined>(undefined);

export const useListView = (): ListView => {
  const view = useContext(ListViewContext);
  if (!view) throw new Error('A part of a list stands outside of ListViewProvider');
  return view;
};

interface Props {
  name: string;
  listLocation: ListLocation;
  fixedParams?: FixedParams;
  emptyContent?: ReactNode;
  children: ReactNode;
}

export const ListViewProvider = ({ name, listLocation, fixedParams, emptyContent, children }: Props) => {
  const { resource, split } = listLocation;
  const i18n = useI18n();
  const isNarrow = useMediaQuery(theme => theme.breakpoints.down('md'), { noSsr: true });
  const appearance = useListAppearance(name, resource, split);

  const view = useMemo(() => {
    // Columns in the browser's storage may name fields that no longer exist.
    const knownColumns = appearance.columns.filter(column => resource.fields[column]);
    return {
      ...appearance,
      name,
      resource,
      split,
      i18n,
      isNarrow,
      showsCards: appearance.display === 'cards' || (appearance.display !== 'table' && isNarrow),
      columns: knownColumns.length ? knownColumns : listColumns(resource, split),
      fixedParams,
      emptyContent,
    };
  }, [name, fixedParams, emptyContent, resource, split, i18n, isNarrow, appearance]);
  return <ListViewContext.Provider value={view}>{children}</ListViewContext.Provider>;
};
