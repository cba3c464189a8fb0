import { useMutation } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../dataProvider/api.ts';

interface Given<Values extends FieldValues, Saved> {
  readonly form: UseFormReturn<Values>;
  readonly save: (values: Values) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}

/** Sends a form; what the server says of its fields lands on them, the first of them is shown. */
export const useSaving = <Values extends FieldValues, Saved>({ form, save, onSaved }: Given<Values, Saved>) => {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onError: error => {
      const errors = (error instanceof ApiError && error.answer?.Errors) || [];
      const known = errors.filter(({ Field }) => Field in form.getValues());
      known.forEach(({ Field, Message }, at) => {
        form.setError(Field as Path<Values>, { type: 'server', message: Message }, { shouldFocus: at === 0 });
      });
    },
  });
  return { onSubmit: form.handleSubmit(values => mutate(values)), saving: isPending };
};
