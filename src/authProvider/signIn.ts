import { api } from '../dataProvider/api.ts';
import { saveToken } from './token.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** The token is kept past the closing of the browser only when the user asked to be remembered. */
export const signIn = async ({ email, password, remember }: SignIn): Promise<void> => {
  const token = await api('POST /api/v2/Auth', {
    body: { Login: email.trim(), Password: password, Remember: remember },
  });
  saveToken(token, remember);
};
