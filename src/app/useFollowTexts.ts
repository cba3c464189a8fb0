import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { setChangedTexts, setOfferedLocales } from '../i18n/store.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

/** Applies changed texts in every open tab. They are fetched at the start and again after an event about texts. */
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
