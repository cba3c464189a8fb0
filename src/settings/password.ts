import { passwordMaxLength, passwordMinLength } from '../contract/limits.ts';

/**
 * Fault of a password's length, as a key of the texts. Counts code points like the server: an emoji is one, not two.
 */
export const passwordLengthFault = (
  password: string,
): 'validation.passwordLength' | 'validation.passwordTooLong' | undefined => {
  const { length } = [...password];
  if (length < passwordMinLength) return 'validation.passwordLength';
  return length > passwordMaxLength ? 'validation.passwordTooLong' : undefined;
};
