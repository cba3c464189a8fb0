import { demoPassword } from '../../demoPassword.ts';
import { inOtherLayout } from '../../engine/search/matching/layout.ts';
import { invalid } from '../../errors.ts';

/**
 * Number of characters that are checked. Further ones make a password no easier to guess, and checking all takes a
 * tenth of a second.
 */
const lookedAtLength = 24;
/** Score of zxcvbn for at most a million guesses: a common password, perhaps with a year or a few digits. */
const easyScore = 1;

const makeJudge = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { common: [demoPassword, ...dictionary['passwords-common']] },
    graphs: adjacencyGraphs,
    maxLength: lookedAtLength,
  });
};

// Loaded on first use: the list takes 20 MB and a moment to decompress.
let judge: ReturnType<typeof makeJudge> | undefined;

/**
 * Throws for the owner's login and for common passwords (the demo's included), as typed or in the other keyboard layout
 * (пароль is gfhjkm). The contract checks the length.
 */
export const requireGoodPassword = async (
  field: string,
  password: string,
  { email }: { readonly email: string },
): Promise<void> => {
  const ownNames = [email, email.slice(0, email.indexOf('@'))].map(text => text.toLowerCase());
  if (ownNames.includes(password.trim().toLowerCase())) throw invalid({ field, message: 'passwordIsLogin' });
  judge ??= makeJudge();
  const judging = await judge;
  for (const text of [password, inOtherLayout(password)]) {
    if (text === undefined) continue;
    const { score, sequence } = judging.check(text, ownNames);
    if (score > easyScore) continue;
    const isLogin = sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs');
    throw invalid({ field, message: isLogin ? 'passwordIsLogin' : 'passwordCommon' });
  }
};
