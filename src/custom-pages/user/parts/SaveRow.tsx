import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';

interface Props {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly action?: string;
  readonly onReset: () => void;
}

/** The end of a form. */
export const SaveRow = ({ dirty, saving, action = 'user.save', onReset }: Props) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button type="submit" variant="contained" disabled={!dirty || saving}>
        {translate(saving ? 'user.saving' : action)}
      </Button>
      <Button onClick={onReset} disabled={!dirty || saving}>
        {translate('user.reset')}
      </Button>
    </Box>
  );
};
