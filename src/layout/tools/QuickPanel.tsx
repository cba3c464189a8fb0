import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { AuditLines } from '../../components/audit/AuditLines.tsx';
import { holdsOne, rights } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { SidePanel } from '../frame/SidePanel.tsx';
import { SettingsTab } from './SettingsTab.tsx';

/** The latest changes of the company. */
const AuditTab = () => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  if (holdsOne(roles, rights.audit)) return <AuditLines roles={roles} />;
  return <Typography color="textSecondary">{translate('frame.quick.auditRefused')}</Typography>;
};

const NoticeList = lazyComponent('NoticeList', () => import('../notifications/NoticeList.tsx'), 'live');

const NotificationsTab = ({ onLeave }: { onLeave: () => void }) => (
  <LazyBoundary waiting={<Skeleton height={64} />}>
    <NoticeList onLeave={onLeave} />
  </LazyBoundary>
);

const tabs = { audit: AuditTab, notifications: NotificationsTab, settings: SettingsTab } as const;
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];

/** Panel on the left: changes, notifications, appearance. */
export const QuickPanel = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const translate = useTranslate();
  const [name, setName] = useState<TabName>('audit');
  const id = useId();
  const Body = tabs[name];
  return (
    <SidePanel side="left" title={translate('frame.quick.open')} open={open} onClose={onClose}>
      <Tabs
        value={name}
        onChange={(_, next: TabName) => setName(next)}
        variant="fullWidth"
        aria-label={translate('frame.quick.open')}
        sx={{ mt: -2, mb: 2 }}
      >
        {names.map(each => (
          <Tab
            key={each}
            value={each}
            id={`${id}-${each}`}
            aria-controls={`${id}-body`}
            label={translate(`frame.quick.tabs.${each}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-body`} aria-labelledby={`${id}-${name}`}>
        <Body onLeave={onClose} />
      </div>
    </SidePanel>
  );
};
