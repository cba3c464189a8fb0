import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Portrait } from '../../components/Portrait.tsx';
import { config } from '../../config.ts';
import type { AccountInfo } from '../../contract/shapes/account.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { KeySection } from './KeySection.tsx';
import { usePersonalLinks } from './personalLinks.ts';
import { useSignOut } from './useSignOut.tsx';

interface Props {
  readonly account: AccountInfo;
  readonly open: boolean;
  readonly onClose: () => void;
}

export const UserPanel = ({ account, open: isOpen, onClose }: Props) => {
  const translate = useTranslate();
  const links = usePersonalLinks(account);
  const { label, isSigningOut, startSignOut, confirmation } = useSignOut();
  return (
    <SidePanel side="right" title={translate('frame.user.title')} open={isOpen} onClose={onClose}>
      <Box sx={{ display: 'flex', gap: 2, mb: 2, overflowWrap: 'anywhere' }}>
        <Portrait name={account.FullName} pictureUrl={account.Pic} side={9} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="p">
            {account.FullName}
          </Typography>
          <Typography color="textSecondary">{account.Occupation}</Typography>
          <Typography color="textSecondary">{account.Email}</Typography>
          <Typography color="textSecondary">{account.CompanyName}</Typography>
        </Box>
      </Box>
      <Button variant="outlined" fullWidth disabled={isSigningOut} onClick={startSignOut}>
        {label}
      </Button>
      {confirmation}
      <Divider sx={{ my: 2 }} />
      <Box sx={{ mx: -2 }}>
        <KeySection />
      </Box>
      <Divider sx={{ my: 2 }} />
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
        {links.map(({ label, to, open }) =>
          to === undefined ? (
            <Button
              key={label}
              onClick={() => {
                onClose();
                open?.();
              }}
            >
              {label}
            </Button>
          ) : (
            <Button key={label} component={Link} to={to} onClick={onClose}>
              {label}
            </Button>
          ),
        )}
        <Button href={config.links.support}>{translate('shell.profile.support')}</Button>
        <Button href={config.host + config.links.developers} target="_blank" rel="noopener">
          {translate('shell.profile.developers')}
        </Button>
      </Box>
    </SidePanel>
  );
};
