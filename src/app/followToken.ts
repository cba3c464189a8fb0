import { forgetPictures } from '../api/pictures.ts';
import { isPaused } from '../api/session.ts';
import { readToken } from '../api/token.ts';
import { accountQuery } from '../authProvider/account.ts';
import { forgetPersonal } from '../components/personal.ts';
import { releaseAll } from '../dataProvider/withheld.ts';
import { dropUndoable } from '../feedback/toasts.ts';
import { queryClient } from './queryClient.ts';

const whoIsIn = () => queryClient.getQueryData<{ Id: number }>(accountQuery.queryKey)?.Id;

const forgetPerson = () => {
  forgetPersonal();
  forgetPictures();
};

/** The token changed: whatever was asked under the old one is asked again. */
export const followToken = async (): Promise<void> => {
  const before = whoIsIn();
  // A removal that waits for its message to go would be made with the new token, in another person's name.
  dropUndoable();
  releaseAll();
  if (!readToken() && !isPaused()) forgetPerson();
  // Without a token a refetch could only fail; what is on the screen goes away at once.
  await queryClient.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
  if (!readToken() || before === undefined) return;
  // What is kept may still be of the one before: only an answer under the new token says who it is.
  const now = await queryClient.fetchQuery({ ...accountQuery, retry: 2, retryDelay: 1000 }).catch(() => undefined);
  // Somebody else signed in over the page, or nobody can tell: what the first one had there is not for them.
  if (readToken() && now?.Id !== before) window.location.reload();
};
