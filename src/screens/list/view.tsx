import useMediaQuery from '@mui/material/useMediaQuery';
import { useStore } from 'ra-core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Located } from '../../dataProvider/locate.ts';
import { unselected } from '../../dataProvider/order.ts';
import type { I18n } from '../../fields/kind.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../resources/define.ts';

export const displays = ['table', 'cards'] as const;
export type Display = (typeof displays)[number] | typeof unselected;

/** Parameters that the page gives its list: the month of a bill. */
export type Asked = Readonly<Record<string, string>>;

/** How the list is looked at; what it shows is in react-admin's list context. */
export interface ListView {
  readonly resource: Resource;
  readonly split?: string;
  readonly i18n: I18n;
  /** Chosen and effective display: unselected is a table if there is room. */
  readonly display: Display;
  readonly asCards: boolean;
  readonly setDisplay: (display: Display) => void;
  readonly columns: readonly string[];
  readonly setColumns: (columns: readonly string[]) => void;
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
  const [display, setDisplay] = useStore<Display>(`${name}.display`, unselected);
  const [stored, setColumns] = useStore<readonly string[]>(`${name}.columns`, resource.list.columns);

  const view = useMemo(() => {
    // Stored columns may name fields that no longer exist.
    const known = stored.filter(column => resource.fields[column]);
    return {
      resource,
      split,
      i18n,
      narrow,
      display,
      asCards: display === 'cards' || (display !== 'table' && narrow),
      setDisplay,
      columns: known.length ? known : resource.list.columns,
      setColumns,
      asked,
    };
  }, [asked, resource, split, i18n, narrow, display, setDisplay, stored, setColumns]);
  return <ListViewContext.Provider value={view}>{children}</ListViewContext.Provider>;
};
