import { useState } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { readPersonal, writePersonal } from '../../components/personal.ts';
import type { Values } from '../../contract/described.ts';

export interface StoredDraft {
  /** A new key resets the form. */
  readonly key: string;
  readonly isEnabled: boolean;
  /** The browser's storage took the draft when it was last written. */
  readonly isStored: boolean;
  /** Values of the draft when the page was opened, and the time of the draft. */
  readonly values: Values;
  readonly savedAt: string | undefined;
  readonly save: (values: Values) => void;
  readonly discard: () => void;
  readonly startOver: () => void;
}

const draftIn = (stored: unknown): { readonly at: string; readonly values: Values } | undefined => {
  const { at, values } = (stored ?? {}) as { at?: unknown; values?: unknown };
  return typeof at === 'string' && typeof values === 'object' && values !== null
    ? { at, values: values as Values }
    : undefined;
};

/**
 * Draft of a new record, stored in this browser for this account only. With an undefined resource nothing is stored.
 */
export const useStoredDraft = (resource: string | undefined): StoredDraft => {
  const account = useAccount()?.Id ?? 0;
  const name = `draft ${resource}`;
  const [found, setFound] = useState(() => (resource ? draftIn(readPersonal(account, name)) : undefined));
  const [round, setRound] = useState(0);
  const [isStored, setStored] = useState(true);
  const discard = () => {
    if (resource) writePersonal(account, name, undefined);
  };
  return {
    key: `${resource ?? ''} ${round}`,
    isEnabled: resource !== undefined,
    isStored,
    values: found?.values ?? {},
    savedAt: found?.at,
    save: values => {
      if (resource) setStored(writePersonal(account, name, { at: new Date().toISOString(), values }));
    },
    discard,
    startOver: () => {
      discard();
      setFound(undefined);
      setRound(round + 1);
    },
  };
};
