import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { ApiError, send } from '../api/client.ts';
import { endSession, isOfEarlierSession, isPaused, leaveSession } from '../api/session.ts';
import { readToken } from '../api/token.ts';
import { hasAnyRole } from '../contract/access.ts';
import type { AccountInfo } from '../contract/shapes/account.ts';
import { locateList } from '../dataProvider/locate.ts';
import { accountQuery, fetchAccount } from './account.ts';
import { signIn } from './signIn.ts';

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : undefined;

/** Maximum wait for the server's answer to a sign-out, milliseconds. */
const maxLogoffWaitMs = 3000;

/**
 * Returns the account for react-admin's checks of rights. If the session has ended or the server does not answer, it is
 * the last known account: react-admin leaves the page when a check fails, and unsaved input would be lost.
 */
const accountForRights = async (client: QueryClient): Promise<AccountInfo> => {
  const knownAccount = client.getQueryData<AccountInfo>(accountQuery.queryKey);
  if (!knownAccount) return fetchAccount(client);
  return isPaused() ? knownAccount : fetchAccount(client).catch(() => knownAccount);
};

/**
 * Returns react-admin's authProvider. The app itself chooses the page when a session begins or ends. `showError` shows
 * the user why the session ended.
 */
export const createAuthProvider = (
  client: QueryClient,
  showError: (error: unknown) => void = () => undefined,
): AuthProvider => ({
  login: signIn,

  /**
   * Ends the session. Rejects if the server did not end it, so that the user stays signed in. With `deviceOnly` the
   * server is not asked.
   */
  async logout(params?: { readonly deviceOnly?: boolean }) {
    if (readToken() && !params?.deviceOnly)
      await send('GET /api/v1/logoff', { signal: AbortSignal.timeout(maxLogoffWaitMs) })
        .then(({ status }) => {
          if (status !== 200) throw new ApiError(status, undefined);
        })
        .catch((error: unknown) => {
          // Status 401 of the sign-out means that the session had already ended.
          if (statusOf(error) === 401) return;
          showError(error);
          throw error;
        });
    if (readToken() || isPaused()) leaveSession();
  },

  async checkAuth() {
    if (!readToken() && !isPaused()) throw { message: false };
  },

  async checkError(error: unknown) {
    if (statusOf(error) !== 401 || isOfEarlierSession(error)) return;
    // react-admin shows no message for a 401, so the error is reported here.
    showError(error);
    // A paused session is resumed over the page, so react-admin must not redirect.
    if (!endSession()) throw error;
  },

  async getPermissions() {
    return readToken() || isPaused() ? (await accountForRights(client)).Roles : [];
  },

  /** Any action other than create, edit and delete needs the right to read the resource. */
  async canAccess({ resource, action }) {
    const access = locateList(resource)?.resource.access;
    const verb =
      action === 'create' ? 'create' : action === 'edit' ? 'update' : action === 'delete' ? 'remove' : 'read';
    return hasAnyRole((await accountForRights(client)).Roles, access && (access[verb] ?? []));
  },
});
