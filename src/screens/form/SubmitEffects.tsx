import { type RefObject, useEffect } from 'react';
import { useFormIsDirty } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Values } from '../../contract/described.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';

interface Props {
  /** The record as last saved in this form. */
  readonly saved: RefObject<Values | undefined>;
  readonly kept?: boolean | undefined;
  readonly placeOf?: (pathname: string) => string | undefined;
  readonly onDirty?: (dirty: boolean) => void;
}

/**
 * Reacts to a submit. After success nothing counts as unsaved. After a failure the first rejected field gets the focus.
 */
export const SubmitEffects = ({ saved, kept = false, placeOf, onDirty }: Props) => {
  const { reset, getValues, setFocus } = useFormContext();
  // The state's `isDirty` is not used, because it becomes false when a newer record arrives under unsaved input.
  const isDirty = useFormIsDirty();
  const { isSubmitting, isSubmitSuccessful, submitCount, errors } = useFormState();
  const unsaved = isDirty && !kept && !isSubmitting && !isSubmitSuccessful;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per submission
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const refused = Object.keys(errors).find(name => errors[name]?.type === 'server');
    if (isSubmitSuccessful) reset(saved.current ?? getValues());
    else if (refused) setFocus(refused);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);

  return <LeaveGuard dirty={unsaved} placeOf={placeOf} />;
};
