import { useEffect } from 'react';
import { type FieldValues, useFormContext } from 'react-hook-form';
import { useInterview } from './Unsaved.tsx';

interface Props {
  /** Answers the values as they are saved now; rejects when they were refused. */
  readonly onSave: (values: FieldValues) => Promise<FieldValues>;
}

/** Lets the sheet that finishes a case read what was typed, and save it. */
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
        // Told where it failed, and the values stay as they are.
        return false;
      }
    };
    setForm({ typed: getValues, save });
    return () => setForm(undefined);
  }, [setForm, trigger, getValues, reset, onSave]);
  return null;
};
