import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { locate } from '../dataProvider/locate.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

/** Records that were read of a described resource hold titles in one language: in another one they are read again. */
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
    // First: an answer in the former language that is still on its way would be taken for a fresh one.
    void client.cancelQueries(ofResources).then(() => client.invalidateQueries(ofResources));
  }, [client, locale]);
};
