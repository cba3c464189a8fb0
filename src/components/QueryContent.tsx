import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { refusalText } from '../feedback/refusal.ts';
import { FailureAlert } from './FailureAlert.tsx';

interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface QueryContentProps<T> {
  readonly query: Query<T>;
  /** Shown while the content loads. It has the size of the loaded content. */
  readonly skeleton: ReactNode;
  /** Key of the text for failures without a text of the server, or a function that returns the text of any failure. */
  readonly failureText: string | ((error: unknown) => string);
  readonly children: (data: T) => ReactNode;
}

/** A part of a page that loads, fails and retries independently. */
export const QueryContent = <T,>({ query, skeleton, failureText, children }: QueryContentProps<T>) => {
  const translate = useTranslate();
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error || isFetching) return skeleton;
  const text =
    typeof failureText === 'string' ? (refusalText(error, translate) ?? translate(failureText)) : failureText(error);
  return <FailureAlert text={text} onRetry={refetch} />;
};
