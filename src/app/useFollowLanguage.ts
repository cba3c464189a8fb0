import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { locate } from '../dataProvider/locate.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

/** Cached records of described resources hold titles in one language: refetches them when it changes. */
export const useFollowLanguage = (): void => {
  const client = useQueryClient();
  const [locale] = useAppLocale();
  const readIn = useRef(locale);
  useEffect(() => {
    if (readIn.current === locale) return;
    readIn.current = locale;
    const ofResources = {
      predicate: ({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }) =>
        locate(String(name)) !== undefined,
    };
    // Cancel first: a pending response in the former language would count as fresh.
    void client.cancelQueries(ofResources).then(() => client.invalidateQueries(ofResources));
  }, [client, locale]);
};
