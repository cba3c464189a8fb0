import { accountQuery } from '../authProvider/account.ts';
import { readToken } from '../authProvider/token.ts';
import { queryClient } from '../queryClient.ts';

const whoIsIn = () => queryClient.getQueryData<{ Id: number }>(accountQuery.queryKey)?.Id;

/** The token changed: whatever was asked under the old one is asked again. */
export const followToken = async (): Promise<void> => {
  const before = whoIsIn();
  // Without a token a refetch could only fail; what is on the screen goes away at once.
  await queryClient.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
  // Somebody else signed in over the page: what the first one had there is not for them.
  if (readToken() && before !== undefined && whoIsIn() !== before) window.location.reload();
};
