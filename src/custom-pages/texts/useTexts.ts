import { useQuery } from '@tanstack/react-query';
import { legacy } from '../../api/legacy.ts';

/** A text in all languages, and whether it differs from the built-in one. */
export interface TextRow {
  readonly key: string;
  readonly ru: string;
  readonly en: string;
  readonly changed: boolean;
}

const read = (id: 'ru' | 'en', changed: boolean, signal: AbortSignal) =>
  legacy.get('/localization/{id}')({ params: { id }, query: { changed }, signal });

/** Query of all texts of the cabinet, in the order of their keys. */
export const useTextRows = () =>
  useQuery({
    queryKey: ['texts', 'whole'],
    queryFn: async ({ signal }): Promise<readonly TextRow[]> => {
      const [ru, en, changedRu, changedEn] = await Promise.all([
        read('ru', false, signal),
        read('en', false, signal),
        read('ru', true, signal),
        read('en', true, signal),
      ]);
      return Object.keys(ru.Texts)
        .sort()
        .map(key => ({
          key,
          ru: ru.Texts[key] ?? '',
          en: en.Texts[key] ?? '',
          changed: key in changedRu.Texts || key in changedEn.Texts,
        }));
    },
  });
