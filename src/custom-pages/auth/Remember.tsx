import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

interface Props {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const Tick = styled('input')(({ theme }) => ({
  width: theme.spacing(2),
  height: theme.spacing(2),
  margin: theme.spacing(0.375, 0, 0),
  accentColor: theme.palette.primary.main,
}));

/** Checkbox "Remember me". The native checkbox needs no code to load. */
export const Remember = ({ checked, onChange }: Props) => {
  const translate = useTranslate();
  return (
    <Box component="label" sx={{ display: 'flex', gap: 1, py: 1, cursor: 'pointer' }}>
      <Tick type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span>
        {translate('auth.remember')}
        <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
          {translate('auth.rememberHelp')}
        </Typography>
      </span>
    </Box>
  );
};
