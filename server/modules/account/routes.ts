import { holdsOne, superusers } from '../../../src/contract/access.ts';
import type { accountCalls } from '../../../src/contract/calls/account.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { type Authentication, isFresh } from '../../plugins/authentication.ts';
import { signInByLink } from './byLink.ts';
import { accountInfo, updateInfo, userInfo } from './info.ts';
import { deletePortrait, setPortrait } from './portrait.ts';
import { refresh } from './refreshing.ts';
import { register } from './registering.ts';
import { approve, decline, listRegistrations } from './registrations.ts';
import { changePassword, forgot, reset } from './restoring.ts';
import { endSession, listSessions, signOut } from './sessions.ts';
import { readSettings, updateSettings } from './settings.ts';
import { signIn, signInAsSuperuser, signInAsTyped } from './signIn.ts';

type Names = keyof typeof accountCalls;

export const accountHandlers = (context: Context, authentication: Authentication): HandlersOf<Names> => {
  const { site } = context;
  const logoff = (request: Parameters<typeof signOut>[2]) => signOut(context, authentication, request);
  const forgetOf = ({ tokenHash }: Pick<Request, 'tokenHash'>) => {
    if (tokenHash) authentication.forget(tokenHash);
  };
  return {
    'POST /api/v2/Auth': request => signIn(context, request),
    'POST /api/auth': request => signInAsTyped(context, request),
    'POST /api/authbytoken': request => signInByLink(context, request),
    'POST /api/refresh': request => refresh(context, authentication, request),
    'POST /api/v2/superuser/auth': request => signInAsSuperuser(context, request),
    'GET /api/v2/superuser/test': async ({ caller }) => ({
      Superuser: holdsOne(caller.roles, superusers),
      Fresh: isFresh(caller.freshUntil, context.now()),
      FreshUntil: caller.freshUntil,
    }),
    'GET /api/v1/logoff': logoff,
    'POST /api/v1/logoff': logoff,
    'GET /api/logoff': logoff,

    'GET /api/v2/Account/info': ({ caller }) => accountInfo(context, caller),
    'GET /api/userinfo': ({ caller }) => userInfo(context, caller),
    'PUT /api/v2/Account/info': request => updateInfo(request, () => forgetOf(request)),
    'POST /api/v2/Account/picture': request => setPortrait(context, request, request.file),
    'DELETE /api/v2/Account/picture': request => deletePortrait(request),
    'GET /api/v2/Account/settings': ({ caller }) => readSettings(context, caller),
    'PUT /api/v2/Account/settings': request => updateSettings(request, request.body),

    'GET /api/v2/Account/options': async () => ({ Registration: site.registration, Reset: site.passwordReset }),
    'POST /api/v2/Account/register': request => register(context, request.body, request),
    'POST /api/v2/Account/forgot': request => forgot(context, request.body.Login, request),
    'POST /api/v2/Account/reset': request => reset(context, authentication, request.body, request),
    'PUT /api/v2/Account/password': request => changePassword(context, authentication, request),

    'GET /api/v3/sessions': request => listSessions(context, request, request.query),
    'DELETE /api/v3/sessions/{id}': request => endSession(context, authentication, request, request.params.id),

    'GET /api/v3/registrations': ({ caller, query }) => listRegistrations(context, caller, query),
    'POST /api/v3/registrations/{id}/approve': request =>
      approve(context, request, request.params.id, request.body.role),
    'POST /api/v3/registrations/{id}/decline': request => decline(context, request, request.params.id),
  };
};
