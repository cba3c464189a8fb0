import type { GetListParams } from 'react-admin';
import { defaultPageSize } from '../contract/limits.ts';
import { listParamsKey } from '../settings/adminStore.ts';
import { type ListLocation, locateList } from './locate.ts';
import { toSort, unselected } from './order.ts';

interface ListAddress {
  /** Name of the list in react-admin. */
  readonly name: string;
  /** Query part of the address, with the question mark. */
  readonly search: string;
}

export interface InitialList {
  readonly name: string;
  readonly located: ListLocation;
  readonly params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>;
}

const parseObject = (text: string | null | undefined): Record<string, unknown> => {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A malformed filter in the address counts as no filter.
    return {};
  }
};

/** Returns the list parameters in the address. Without them, returns the parameters that react-admin stored. */
const chosenParams = ({ name, search }: ListAddress): Record<string, unknown> => {
  const query = Object.fromEntries(new URLSearchParams(search));
  if (Object.keys(query).length > 0) return { ...query, filter: parseObject(query.filter) };
  return parseObject(localStorage.getItem(listParamsKey(name)));
};

/** Predicts the first query of a list before react-admin has loaded. A wrong guess costs one request. */
export const initialList = (address: ListAddress): InitialList | undefined => {
  const located = locateList(address.name);
  if (!located) return undefined;
  const { page, perPage, sort, order, filter } = chosenParams(address);
  const defaultSort = toSort(unselected, unselected);
  return {
    name: address.name,
    located,
    params: {
      pagination: { page: Number(page) || 1, perPage: Number(perPage) || defaultPageSize },
      sort: sort ? ({ field: sort, order } as typeof defaultSort) : defaultSort,
      filter: filter ?? {},
    },
  };
};
