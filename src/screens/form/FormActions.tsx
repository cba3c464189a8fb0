import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useFormIsDirty } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';

interface Props {
  readonly save: string;
  /** Button label while saving. */
  readonly saving?: string;
  /** Label of the reset button. Absent: the children offer another way out. */
  readonly reset?: string;
  /** True if the form can be submitted without changes. */
  readonly always?: boolean;
  readonly disabled?: boolean;
  readonly onReset?: () => void;
  readonly children?: ReactNode;
}

/** Buttons of a form: save, and reset. */
export const FormActions = ({ save, saving, reset, always = false, disabled = false, onReset, children }: Props) => {
  const form = useFormContext();
  const isDirty = useFormIsDirty();
  const { isSubmitting } = useFormState();
  const resetAll = () => {
    form.reset(undefined, { keepDirtyValues: false });
    onReset?.();
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button type="submit" variant="contained" disabled={disabled || isSubmitting || !(isDirty || always)}>
        {isSubmitting ? (saving ?? save) : save}
      </Button>
      {reset && (
        <Button onClick={resetAll} disabled={!isDirty || isSubmitting}>
          {reset}
        </Button>
      )}
      {children}
    </Box>
  );
};
