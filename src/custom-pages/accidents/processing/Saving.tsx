import { useEffect } from 'react';
import { type FieldValues, useFormContext } from 'react-hook-form';
import { useInterview } from './Unsaved.tsx';

interface Props {
  /** Resolves to the saved values. Rejects if the server refused them. */
  readonly onSave: (values: FieldValues) => Promise<FieldValues>;
}

/** Lets the dialog that finishes a case read and save the typed interview. */
export const Saving = ({ onSave }: Props) => {
  const { trigger, getValues, reset } = useFormContext();
  const { setForm } = useInterview();
  useEffect(() => {
    const save = async () => {
      if (!(await trigger())) return false;
      try {
        reset(await onSave(getValues()));
        return true;
      } catch {
        // The failure is reported where it happened. The typed values stay.
        return false;
      }
    };
    setForm({ typed: getValues, save });
    return () => setForm(undefined);
  }, [setForm, trigger, getValues, reset, onSave]);
  return null;
};
