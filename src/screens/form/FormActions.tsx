import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useFormIsDirty } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useReturnFocus } from '../../components/useReturnFocus.ts';

interface Props {
  readonly saveLabel: string;
  readonly savingLabel?: string;
  /** Label of the reset button. Absent: there is no reset button, and `children` may hold another button instead. */
  readonly resetLabel?: string;
  /** True if the user may save the form without having changed it. */
  readonly canSaveUnchanged?: boolean;
  readonly disabled?: boolean;
  readonly onReset?: () => void;
  readonly children?: ReactNode;
}

export const FormActions = ({
  saveLabel,
  savingLabel,
  resetLabel,
  canSaveUnchanged = false,
  disabled = false,
  onReset,
  children,
}: Props) => {
  const form = useFormContext();
  const isDirty = useFormIsDirty();
  const { isSubmitting } = useFormState();
  useReturnFocus(isSubmitting);
  const resetForm = () => {
    form.reset(undefined, { keepDirtyValues: false });
    onReset?.();
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button type="submit" variant="contained" disabled={disabled || isSubmitting || !(isDirty || canSaveUnchanged)}>
        {isSubmitting ? (savingLabel ?? saveLabel) : saveLabel}
      </Button>
      {resetLabel && (
        <Button onClick={resetForm} disabled={!isDirty || isSubmitting}>
          {resetLabel}
        </Button>
      )}
      {children}
    </Box>
  );
};
