import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { setChangedTexts, setOfferedLocales } from '../i18n/store.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

/** Texts that superusers change hold in every open tab: what they have changed is asked for, and again at news of it. */
export const useFollowTexts = (): void => {
  const [locale] = useAppLocale();
  const { data } = useQuery({
    queryKey: ['texts', 'changed', locale],
    queryFn: ({ signal }) =>
      api('GET /api/localization/{id}')({ params: { id: locale }, query: { changed: true }, signal }),
  });
  useEffect(() => {
    if (!data) return;
    setChangedTexts(data.Locale, data.Texts);
    setOfferedLocales(data.Locales);
  }, [data]);
};
