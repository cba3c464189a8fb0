import BoltOutlined from '@mui/icons-material/BoltOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type RaRecord, useTranslate } from 'ra-core';
import { type MouseEvent, useState } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { holdsOne } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../resources/define.ts';
import { movesFrom } from '../../resources/life.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('./MoveDialog.tsx'));

/** What the life cycle of a record allows now, to whoever may. */
export const Moves = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const roles = useAccount()?.Roles ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<string>();
  const { field = '', moves = {} } = resource.states ?? {};
  const possible = movesFrom(resource, String(record[field])).filter(name => holdsOne(roles, moves[name]?.access));
  const move = chosen === undefined ? undefined : moves[chosen];
  if (possible.length === 0 && !move) return null;
  return (
    <>
      <PageAction
        icon={<BoltOutlined />}
        label={translate('lists.record.actions')}
        variant="contained"
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {possible.map(name => (
          <MenuItem
            key={name}
            sx={moves[name]?.grave ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              setChosen(name);
            }}
          >
            {moves[name]?.label[locale]}
          </MenuItem>
        ))}
      </Menu>
      {chosen !== undefined && move && (
        <LazyBoundary>
          <MoveDialog {...{ resource, record, move }} name={chosen} onClose={() => setChosen(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};
