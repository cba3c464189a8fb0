import Add from '@mui/icons-material/Add';
import Block from '@mui/icons-material/Block';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ForwardToInboxOutlined from '@mui/icons-material/ForwardToInboxOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Replay from '@mui/icons-material/Replay';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { PageAction } from '../../../components/PageAction.tsx';
import { holdsOne } from '../../../contract/access.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { useI18n } from '../../../fields/useI18n.ts';
import { mayChange } from '../../../schema/choiceRights.ts';
import { type Action, type ActionIcon, canAct, type Resource } from '../../../schema/define.ts';
import { actionCall } from '../../../schema/paths.ts';
import { ActionDialog } from './lazy.ts';

/** Icons of actions. A missing name does not compile. */
const actionIcons: { readonly [Name in ActionIcon]: typeof Block } = {
  add: Add,
  letter: ForwardToInboxOutlined,
  block: Block,
  open: LockOpenOutlined,
  remove: DeleteOutlined,
  key: KeyOutlined,
  replay: Replay,
};

type NamedAction = readonly [name: string, action: Action];

/** Menu with the moves that the life cycle allows now. */
const MovesMenu = ({ moves, onChoose }: { moves: readonly NamedAction[]; onChoose: (name: string) => void }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (moves.length === 0) return null;
  return (
    <>
      <PageAction
        icon={<BoltOutlined />}
        label={translate('lists.record.actions')}
        variant="contained"
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {moves.map(([name, { label, grave }]) => (
          <MenuItem
            key={name}
            sx={grave ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              onChoose(name);
            }}
          >
            {label[locale]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

const ActionButton = ({ action, onClick }: { action: Action; onClick: () => void }) => {
  const { locale } = useI18n();
  const Icon = action.icon ? actionIcons[action.icon] : PlayArrowOutlined;
  return (
    <PageAction
      icon={<Icon />}
      label={action.label[locale]}
      color={action.grave ? 'error' : 'primary'}
      onClick={onClick}
    />
  );
};

/**
 * Actions that the reader may run on the record now. Moves of the life cycle are in a menu before the children. Other
 * actions have buttons after the children.
 */
export const ActionButtons = ({
  resource,
  record,
  children,
}: {
  resource: Resource;
  record: RaRecord;
  children?: ReactNode;
}) => {
  const roles = useAccount()?.Roles ?? [];
  const [chosen, choose] = useState<string>();
  const open = mayChange(resource, record, roles);
  const offered = Object.entries(resource.actions ?? {}).filter(
    ([name, action]) =>
      open &&
      actionCall(resource, name) !== undefined &&
      holdsOne(roles, action.roles) &&
      canAct(resource, action, record),
  );
  return (
    <>
      <MovesMenu moves={offered.filter(([, { from }]) => from)} onChoose={choose} />
      {children}
      {offered
        .filter(([, { from }]) => !from)
        .map(([name, action]) => (
          <ActionButton key={name} action={action} onClick={() => choose(name)} />
        ))}
      {chosen !== undefined && (
        <LazyBoundary>
          <ActionDialog {...{ resource, record }} name={chosen} onClose={() => choose(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};
