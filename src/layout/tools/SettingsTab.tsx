import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { announceChoice } from '../../settings/choice.ts';
import { type Density, density, useDensity } from '../../settings/density.ts';
import { saveMode, useMode } from '../../settings/mode.ts';

const saveDensity = (Density: Density): void => {
  density.apply(Density);
  announceChoice({ Density });
};

/** Frequently changed settings. The others are on their own page. */
export const SettingsTab = ({ onLeave }: { onLeave: () => void }) => {
  const translate = useTranslate();
  const dark = useMode() === 'dark';
  const dense = useDensity() === 'dense';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2 }}>
      <FormControlLabel
        control={<Switch checked={dark} onChange={(_, next) => saveMode(next ? 'dark' : 'light')} />}
        label={translate('frame.quick.theme')}
      />
      <FormControlLabel
        control={<Switch checked={dense} onChange={(_, next) => saveDensity(next ? 'dense' : 'comfortable')} />}
        label={translate('frame.quick.dense')}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography>{translate('frame.quick.language')}</Typography>
        <LanguageSwitch />
      </Box>
      <Button component={Link} to="/user/application/" onClick={onLeave} variant="outlined">
        {translate('frame.quick.allSettings')}
      </Button>
    </Box>
  );
};
