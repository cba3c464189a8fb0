import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { hasAnyRole, rights } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { announceChoice } from '../../settings/choice.ts';
import { type Density, density, useDensity } from '../../settings/density.ts';
import { saveMode, useMode } from '../../settings/mode.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { NoticeList } from '../notifications/NoticeList.tsx';

const saveDensity = (Density: Density): void => {
  density.apply(Density);
  announceChoice({ Density });
};

/** Settings that users change often. All other settings are on their own page. */
const SettingsTab = ({ onLeave }: { onLeave: () => void }) => {
  const translate = useTranslate();
  const dark = useMode() === 'dark';
  const dense = useDensity() === 'dense';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2 }}>
      <FormControlLabel
        control={<Switch checked={dark} onChange={(_, next) => saveMode(next ? 'dark' : 'light')} />}
        label={translate('live.quick.theme')}
      />
      <FormControlLabel
        control={<Switch checked={dense} onChange={(_, next) => saveDensity(next ? 'dense' : 'comfortable')} />}
        label={translate('live.quick.dense')}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography>{translate('live.quick.language')}</Typography>
        <LanguageSwitch />
      </Box>
      <Button component={Link} to="/user/application/" onClick={onLeave} variant="outlined">
        {translate('live.quick.allSettings')}
      </Button>
    </Box>
  );
};

const AuditLines = lazyComponent('AuditLines', () => import('../../components/audit/AuditLines.tsx'), 'audit');

/** The latest changes of records in the company. */
const AuditTab = () => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  if (hasAnyRole(roles, rights.audit))
    return (
      <LazyBoundary waiting={<Skeleton variant="rounded" height={120} />}>
        <AuditLines roles={roles} />
      </LazyBoundary>
    );
  return <Typography color="textSecondary">{translate('live.quick.auditRefused')}</Typography>;
};

const tabs = { audit: AuditTab, notifications: NoticeList, settings: SettingsTab } as const;
type TabName = keyof typeof tabs;
const tabNames = Object.keys(tabs) as TabName[];

/** Panel on the left with three tabs: changes of records, notifications, settings. */
export const QuickPanel = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const translate = useTranslate();
  const [tab, setTab] = useState<TabName>('audit');
  const id = useId();
  const Body = tabs[tab];
  return (
    <SidePanel side="left" title={translate('live.quick.open')} open={open} onClose={onClose}>
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => setTab(next)}
        variant="fullWidth"
        aria-label={translate('live.quick.open')}
        sx={{ mt: -2, mb: 2 }}
      >
        {tabNames.map(tabName => (
          <Tab
            key={tabName}
            value={tabName}
            id={`${id}-${tabName}`}
            aria-controls={`${id}-body`}
            label={translate(`live.quick.tabs.${tabName}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-body`} aria-labelledby={`${id}-${tab}`}>
        <Body onLeave={onClose} />
      </div>
    </SidePanel>
  );
};
