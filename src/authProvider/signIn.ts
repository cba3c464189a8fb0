import { api } from '../api/client.ts';
import { reportFailure } from '../api/failures.ts';
import { saveToken } from '../api/token.ts';
import { applySettings } from './applySettings.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

const maxSettingsWaitMs = 3000;

/** Applies the account's settings before its first page renders. After a failure the browser's settings stay. */
const loadSettings = async (token: string): Promise<void> => {
  const signal = AbortSignal.timeout(maxSettingsWaitMs);
  const settings = await api('GET /api/v2/Account/settings')({ token, signal });
  await applySettings(settings);
};

/** Signs in. The token survives closing the browser only with “remember me”. */
export const signIn = async ({ email, password, remember }: Credentials): Promise<void> => {
  const token = await api('POST /api/v2/Auth')({
    body: { Login: email.trim(), Password: password, Remember: remember },
  });
  await loadSettings(token.Token).catch(reportFailure);
  saveToken(token, remember);
};
