import { useQuery } from '@tanstack/react-query';
import type { AnswerFor, CallName } from '../contract/index.ts';
import type { Resource } from '../schema/define.ts';
import { useProvider } from './useProvider.ts';

type DetailsOf<R> = R extends { readonly details: infer D extends { readonly [name: string]: CallName } } ? D : never;

/** Returns the query of a separate part of a record (`details` of the description), such as its track or curves. */
export const useDetail = <R extends Resource, Detail extends keyof DetailsOf<R> & string>(
  { name }: R,
  detail: Detail,
  id: number,
  query?: object,
) => {
  const provider = useProvider();
  return useQuery({
    queryKey: [name, 'getDetail', { id, detail }],
    queryFn: async ({ signal }) =>
      (await provider.getDetail(name, { id, detail, query, signal })).data as AnswerFor<DetailsOf<R>[Detail]>,
  });
};
