import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { accountInfo, signIn, signOut } from './service.ts';

type Names = 'POST /api/v2/Auth' | 'GET /api/v2/Account/info' | 'GET /api/v1/logoff' | 'GET /api/logoff';

export const accountHandlers = (context: Context, authentication: Authentication): HandlersOf<Names> => {
  const logoff = async ({ tokenHash }: Pick<Request, 'tokenHash'>) => {
    if (tokenHash) {
      await signOut(context, tokenHash);
      authentication.forget(tokenHash);
    }
    return { Done: true as const };
  };
  return {
    'POST /api/v2/Auth': ({ body, ip }) => signIn(context, body, ip),
    'GET /api/v2/Account/info': ({ caller }) => accountInfo(context, caller),
    'GET /api/v1/logoff': logoff,
    'GET /api/logoff': logoff,
  };
};
