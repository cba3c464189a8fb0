import '../print.css';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { onTokenChange, readToken } from '../../api/token.ts';
import { useAccount } from '../../authProvider/account.ts';
import { PageActions } from '../../components/PageActions.tsx';
import { useNextCase } from '../../components/useNextCase.ts';
import { startLive } from '../../live/start.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';
import { Keys } from '../keys/Keys.tsx';

/** Pages on which work begins: the desk and the list of new accidents. */
const startPaths: readonly string[] = ['/', '/cabinet/', '/cabinet/dashboard/', '/cabinet/accidents/opened/'];

/** Button that opens the next case, on the pages on which work begins. It loads after the first page. */
const NextCaseButton = () => {
  const translate = useTranslate();
  const openNextCase = useNextCase();
  if (!startPaths.includes(usePublicPath())) return null;
  return (
    <PageActions>
      <Button size="small" variant="outlined" title="X" onClick={() => void openNextCase()}>
        {translate('frame.actions.next')}
      </Button>
    </PageActions>
  );
};

// The print styles load with this late script, because a page is printed only after it has loaded.
/**
 * Runs live updates and listens to single-key shortcuts while the user is signed in. `earlyKey` is a key press from
 * before this component had loaded.
 */
export const Live = ({ earlyKey }: { earlyKey?: KeyboardEvent | undefined }) => {
  const client = useQueryClient();
  const accountId = useAccount()?.Id;
  const token = useSyncExternalStore(onTokenChange, readToken);
  useEffect(
    () => (accountId !== undefined && token ? startLive(client, accountId) : undefined),
    [client, accountId, token],
  );
  if (accountId === undefined) return null;
  return (
    <>
      <Keys earlyKey={earlyKey} />
      <NextCaseButton />
    </>
  );
};
