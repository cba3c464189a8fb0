import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { UseFormRegisterReturn } from 'react-hook-form';

export const Remember = ({ field }: { field: UseFormRegisterReturn }) => {
  const translate = useTranslate();
  return (
    <FormControlLabel
      control={<Checkbox size="small" {...field} />}
      sx={{ alignItems: 'flex-start', mr: 0 }}
      label={
        <Box sx={{ pt: 1 }}>
          {translate('auth.remember')}
          <Typography variant="caption" component="div" color="textSecondary">
            {translate('auth.rememberHelp')}
          </Typography>
        </Box>
      }
    />
  );
};
