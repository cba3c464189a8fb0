import { useEffect, useState } from 'react';
import { config } from '../../config.ts';

interface Demo {
  readonly Accounts: readonly { readonly Email: string; readonly Role: string; readonly CompanyName: string }[];
  readonly Password: string;
}

const isDemo = (value: unknown): value is Demo =>
  typeof value === 'object' && value !== null && 'Accounts' in value && Array.isArray(value.Accounts);

/**
 * Returns the demo accounts, loaded after the form. Undefined if the server is no demo: it answers 404, or a static
 * host answers with an HTML page.
 */
export const useDemo = (): Demo | undefined => {
  const [demo, setDemo] = useState<Demo>();
  useEffect(() => {
    const abortController = new AbortController();
    fetch(`${config.host}/demo.json`, { signal: abortController.signal })
      .then(response => (response.ok ? response.json() : undefined))
      .then((value: unknown) => isDemo(value) && setDemo(value))
      .catch(() => undefined);
    return () => abortController.abort();
  }, []);
  return demo;
};
