import { useQuery } from '@tanstack/react-query';
import { legacy } from '../../api/legacy.ts';

/** One text in both languages, and whether it is another one than was built. */
export interface TextRow {
  readonly key: string;
  readonly ru: string;
  readonly en: string;
  readonly changed: boolean;
}

const read = (id: 'ru' | 'en', changed: boolean, signal: AbortSignal) =>
  legacy.get('/localization/{id}')({ params: { id }, query: { changed }, signal });

/** Every text of the cabinet, in the order of the keys. */
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
