import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { config } from '../../../config.ts';
import { holdsOne, rights } from '../../../contract/access.ts';
import type { Settings } from '../../../contract/shapes/settings.ts';

type Name = keyof Settings['Notifications'];
interface Props {
  readonly on: Settings['Notifications'];
  readonly onChange: (change: Partial<Settings['Notifications']>) => void;
}

/**
 * No switches for what this cabinet does not show. The bell shows all notifications, the chat only replies and
 * mentions.
 */
const { notifications: bell, chat } = config.layout;
const inCabinet = [
  ...(bell ? (['Major', 'TakenOver', 'HandedOver'] as const) : []),
  ...(bell || chat ? (['Reply', 'Mention'] as const) : []),
  ...(bell ? (['Call', 'Jobs'] as const) : []),
];
const byLetter: readonly Name[] = ['NewDevice', 'Registrations'];

/** Switches for notifications in the cabinet and by mail. */
export const Notices = ({ on, onChange }: Props) => {
  const translate = useTranslate();
  const mayDecide = holdsOne(useAccount()?.Roles ?? [], rights.registrations);
  const group = (title: string, names: readonly Name[]) => (
    <Box role="group" aria-label={translate(title)}>
      <Typography variant="subtitle2" component="p" gutterBottom>
        {translate(title)}
      </Typography>
      {names.map(name => (
        <FormControlLabel
          key={name}
          control={<Switch size="small" checked={on[name]} onChange={(_, next) => onChange({ [name]: next })} />}
          label={translate(`user.notices.${name}`)}
          sx={{ display: 'flex', mx: 0, ml: -0.875, py: 0.5, gap: 1 }}
        />
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {inCabinet.length > 0 && group('user.notices.inCabinet', inCabinet)}
      {group(
        'user.notices.byLetter',
        byLetter.filter(name => name !== 'Registrations' || mayDecide),
      )}
    </Box>
  );
};
