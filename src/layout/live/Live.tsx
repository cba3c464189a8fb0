import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { onTokenChange, readToken } from '../../api/token.ts';
import { useAccount } from '../../authProvider/account.ts';
import { startLive } from '../../live/start.ts';
import { Keys } from '../keys/Keys.tsx';
import { NextCaseButton } from './NextCaseButton.tsx';
// The print styles load with this late script, because a page is printed only after it has loaded.
import '../print.css';

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
