import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormIsDirty } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

interface Props {
  readonly save: string;
  /** Said on the button while it is sent. */
  readonly saving?: string;
  /** Takes back what was typed; absent: there is another way out, given as children. */
  readonly reset?: string;
  /** It can be sent as it is, without a change. */
  readonly always?: boolean;
  readonly disabled?: boolean;
  readonly onReset?: () => void;
  readonly children?: ReactNode;
}

/** The end of a form: send it, or take back what was typed. */
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
