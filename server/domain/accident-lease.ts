/** Lifetime of a lease that is not renewed, seconds. A lease is the right to write to an accident. */
export const leaseS = 60;

export interface Lease {
  readonly locked_by: number | null;
  readonly locked_by_name: string | null;
  readonly locked_until: string | null;
}

export interface LeaseHolder {
  readonly id: number;
  readonly name: string;
}

export const freeLease = { locked_by: null, locked_by_name: null, locked_until: null } as const;

/** Returns the current holder of the accident. An expired lease has none. */
export const holderOf = (lease: Lease, now: Date): LeaseHolder | undefined => {
  const { locked_by: id, locked_by_name: name, locked_until: until } = lease;
  if (id === null || until === null || Date.parse(until) <= now.getTime()) return undefined;
  return { id, name: name ?? '' };
};

export const createLease = ({ id, name }: LeaseHolder, now: Date): Lease => ({
  locked_by: id,
  locked_by_name: name,
  locked_until: new Date(now.getTime() + leaseS * 1000).toISOString(),
});
