import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { Portrait } from '../../components/Portrait.tsx';
import { config } from '../../config.ts';
import { renderChunkFailure } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';

const ProfileCard = lazyComponent('ProfileCard', () => import('./ProfileCard.tsx'), 'user');
const UserPanel = lazyComponent('UserPanel', () => import('./UserPanel.tsx'), 'user');

/**
 * Button with the user's full name. It opens account, help and sign-out as a card, or as a panel if the configuration
 * says so.
 */
export const ProfileMenu = () => {
  const translate = useTranslate();
  const account = useAccount();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  const close = () => setAnchor(null);
  const greeting = translate('shell.greeting');

  if (!account) return <Skeleton variant="circular" width={32} height={32} />;
  return (
    <>
      <button
        type="button"
        className="profile-button"
        onClick={event => {
          setHasOpened(true);
          setAnchor(event.currentTarget);
        }}
        aria-label={translate('shell.profile.open', { name: `${greeting} ${account.FullName}` })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
      >
        <span className="profile-name">
          <span>{greeting}</span> {account.FullName}
        </span>
        <Portrait name={account.FullName} pictureUrl={account.Pic} side={4} />
      </button>
      {hasOpened && (
        <LazyBoundary failed={renderChunkFailure}>
          {config.layout.userPanel ? (
            <UserPanel account={account} open={anchor !== null} onClose={close} />
          ) : (
            <ProfileCard account={account} anchor={anchor} onClose={close} />
          )}
        </LazyBoundary>
      )}
    </>
  );
};
