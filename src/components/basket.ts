import { useSyncExternalStore } from 'react';
import { config } from '../config.ts';
import { isOwnKey, readOwn, writeOwn } from './own.ts';

/** A record put aside for export: where it stands and what was seen of it. */
export interface Picked {
  /** Name of the list, as react-admin knows it. */
  readonly list: string;
  readonly id: string | number;
  readonly title: string;
  readonly path?: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export const basketOn = config.layout.cart;
/** Enough for work by hand; more is what a list's own export is for. */
export const basketLimit = 500;

let owner = '';
let picked: readonly Picked[] = [];
const listeners = new Set<() => void>();
const name = 'basket';

const read = (account: string): readonly Picked[] => {
  const kept = readOwn(account, name);
  return Array.isArray(kept) ? (kept as Picked[]) : [];
};
const set = (next: readonly Picked[]): boolean => {
  if (!writeOwn(owner, name, next)) return false;
  picked = next;
  for (const listener of listeners) listener();
  return true;
};

export const isBasketOpen = (): boolean => owner !== '';

/** Whose basket it is: two people at one browser have one each. */
export const openBasket = (account: string): void => {
  if (account === owner) return;
  owner = account;
  picked = read(account);
  for (const listener of listeners) listener();
};

const same = (a: Pick<Picked, 'list' | 'id'>, b: Pick<Picked, 'list' | 'id'>) => a.list === b.list && a.id === b.id;

export const isPicked = (all: readonly Picked[], one: Pick<Picked, 'list' | 'id'>): boolean =>
  all.some(other => same(other, one));

/** Puts a record in, or takes it out; or tells why it cannot. */
export const togglePicked = (one: Picked): 'full' | 'noRoom' | undefined => {
  const inside = isPicked(picked, one);
  if (!inside && picked.length >= basketLimit) return 'full';
  const done = set(inside ? picked.filter(other => !same(other, one)) : [...picked, one]);
  return done ? undefined : 'noRoom';
};

export const emptyBasket = (list?: string): void => {
  set(list ? picked.filter(one => one.list !== list) : []);
};

const subscribe = (listener: () => void) => {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (!isOwnKey(key, owner, name)) return;
    picked = read(owner);
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
};
export const useBasket = (): readonly Picked[] => useSyncExternalStore(subscribe, () => picked);
