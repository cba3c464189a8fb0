import { useMutation } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { showAnswered } from '../../../fields/answeredErrors.ts';

interface Given<Values extends FieldValues, Saved> {
  readonly form: UseFormReturn<Values>;
  readonly save: (values: Values) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
  readonly onRefused?: (error: Error) => void;
}

/** Sends a form; what the server says of its fields lands on them, the first of them is shown. */
export const useSaving = <Values extends FieldValues, Saved>(given: Given<Values, Saved>) => {
  const { form, save, onSaved, onRefused } = given;
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onError: error => {
      showAnswered(error, form, field => (field in form.getValues() ? (field as Path<Values>) : undefined));
      onRefused?.(error);
    },
  });
  return { onSubmit: form.handleSubmit(values => mutate(values)), saving: isPending };
};
