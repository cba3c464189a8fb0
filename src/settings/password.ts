import { passwordMaxLength, passwordMinLength } from '../contract/limits.ts';

/** What is wrong with its length, as a key of the texts. Counted as the server does: an emoji is one, not two. */
export const passwordLengthFault = (
  password: string,
): 'validation.passwordLength' | 'validation.passwordTooLong' | undefined => {
  const { length } = [...password];
  if (length < passwordMinLength) return 'validation.passwordLength';
  return length > passwordMaxLength ? 'validation.passwordTooLong' : undefined;
};
