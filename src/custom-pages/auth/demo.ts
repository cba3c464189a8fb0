import { useEffect, useState } from 'react';
import { config } from '../../config.ts';

interface Demo {
  readonly Accounts: readonly { readonly Email: string; readonly Role: string; readonly CompanyName: string }[];
  readonly Password: string;
}

const isDemo = (value: unknown): value is Demo =>
  typeof value === 'object' && value !== null && 'Accounts' in value && Array.isArray(value.Accounts);

/** Loaded after the form. A server outside demo mode answers 404, a static host may answer an HTML page. */
export const useDemo = (): Demo | undefined => {
  const [demo, setDemo] = useState<Demo>();
  useEffect(() => {
    const stop = new AbortController();
    fetch(`${config.host}/demo.json`, { signal: stop.signal })
      .then(response => (response.ok ? response.json() : undefined))
      .then((value: unknown) => isDemo(value) && setDemo(value))
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return demo;
};
