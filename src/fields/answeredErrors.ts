import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/client.ts';

/** Puts what the server says of single fields under them and leads to the first. `nameOf`: the form's name of a field. */
export const showAnswered = <Values extends FieldValues>(
  error: unknown,
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  nameOf: (field: string) => Path<Values> | undefined,
): void => {
  const errors = (error instanceof ApiError && error.answer?.Errors) || [];
  const known = errors.flatMap(({ Field, Message }) => {
    const name = nameOf(Field);
    return name === undefined ? [] : [{ name, message: Message }];
  });
  known.forEach(({ name, message }, at) => {
    setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
  });
};
