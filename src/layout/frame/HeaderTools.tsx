import BoltOutlined from '@mui/icons-material/BoltOutlined';
import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { useNextCase } from '../../components/useNextCase.ts';
import { config } from '../../config.ts';
import { hasAnyRole, rights } from '../../contract/access.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { routeTable } from '../../routes/table.ts';
import { type Density, density, useDensity } from '../../settings/density.ts';
import { saveMode, useMode } from '../../settings/mode.ts';
import { announceChoice } from '../../settings/persisted.ts';
import { NoticeList } from '../notifications/NoticeList.tsx';
import { SidePanel } from './SidePanel.tsx';
import { ToolButton } from './ToolButton.tsx';

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

const quickActionPaths = ['/cabinet/accidents/create/', '/cabinet/cards/create/', '/cabinet/users/create-operator/'];
const quickActionPages = routeTable.filter(({ path }) => quickActionPaths.includes(path));

/** Button with a menu of frequent actions, such as opening the next case. */
const QuickActions = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const roles = useAccount()?.Roles ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  const openNextCase = useNextCase();
  return (
    <>
      <ToolButton
        label={translate('frame.actions.open')}
        icon={<BoltOutlined fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            void openNextCase();
          }}
        >
          {translate('frame.actions.next')}
          <Typography component="kbd" variant="caption" sx={{ ml: 'auto', pl: 3, color: 'text.secondary' }}>
            X
          </Typography>
        </MenuItem>
        {quickActionPages
          .filter(entry => hasAnyRole(roles, entry.roles))
          .map(({ path, title }) => (
            <MenuItem
              key={path}
              onClick={() => {
                close();
                navigate(path);
              }}
            >
              {translate(`routes.${title}`)}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
};

const QuickPanelButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton
        label={translate('live.quick.open')}
        icon={<ViewSidebarOutlined fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <QuickPanel open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const CartButton = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const count = useSelections().reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <ToolButton
      label={translate('frame.cart.open', { n: count })}
      icon={<ShoppingBasketOutlined fontSize="small" />}
      count={count}
      onClick={() => navigate('/cabinet/exports/')}
    />
  );
};

/**
 * Header tools that the configuration switches on. They are in the header on wide screens, otherwise in the menu.
 * Loaded after the first page.
 */
export const HeaderTools = ({ inMenu = false }: { inMenu?: boolean }) => {
  const { quickActions, cart, quickPanel } = config.layout;
  return (
    <Box sx={{ display: inMenu ? 'flex' : { xs: 'none', lg: 'flex' }, alignItems: 'center', gap: 1 }}>
      {quickPanel && <QuickPanelButton />}
      {quickActions && <QuickActions />}
      {cart && <CartButton />}
    </Box>
  );
};
