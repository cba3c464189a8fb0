import { config } from '../config.ts';
import { createStore, onWindow } from '../store.ts';
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
const name = 'basket';

const read = (account: string): readonly Picked[] => {
  const kept = readOwn(account, name);
  return Array.isArray(kept) ? (kept as Picked[]) : [];
};
// What another tab puts in or takes out is so here, too.
const picked = createStore<readonly Picked[]>([], set =>
  onWindow('storage', ({ key }) => {
    if (isOwnKey(key, owner, name)) set(read(owner));
  }),
);
const save = (next: readonly Picked[]): boolean => {
  if (!writeOwn(owner, name, next)) return false;
  picked.set(next);
  return true;
};

export const isBasketOpen = (): boolean => owner !== '';

/** Whose basket it is: two people at one browser have one each. */
export const openBasket = (account: string): void => {
  if (account === owner) return;
  owner = account;
  picked.set(read(account));
};

const same = (a: Pick<Picked, 'list' | 'id'>, b: Pick<Picked, 'list' | 'id'>) => a.list === b.list && a.id === b.id;

export const isPicked = (all: readonly Picked[], one: Pick<Picked, 'list' | 'id'>): boolean =>
  all.some(other => same(other, one));

/** Puts a record in, or takes it out; or tells why it cannot. */
export const togglePicked = (one: Picked): 'full' | 'noRoom' | undefined => {
  const all = picked.get();
  const inside = isPicked(all, one);
  if (!inside && all.length >= basketLimit) return 'full';
  const done = save(inside ? all.filter(other => !same(other, one)) : [...all, one]);
  return done ? undefined : 'noRoom';
};

export const emptyBasket = (list?: string): void => {
  save(list ? picked.get().filter(one => one.list !== list) : []);
};

export const useBasket = picked.use;
