import { demoPassword } from '../../demo/password.ts';
import { inOtherLayout } from '../../domain/search/layout.ts';
import { invalid } from '../../errors.ts';

/** What follows makes a password no easier to guess, and looking at all of it takes a tenth of a second. */
const lookedAtLength = 24;
/** Up to a million guesses by zxcvbn's reckoning: a common password, or one with a year or a few digits added. */
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

// The list takes 20 MB and a moment to unpack: only where somebody sets a password.
let judge: ReturnType<typeof makeJudge> | undefined;

/**
 * Refuses a password that is the owner's login, or among the most common ones (the demo's is as well known), either as it stands or as the same keys
 * give it in the other layout (пароль is gfhjkm). Its length is the contract's matter.
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
