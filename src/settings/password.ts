/** Characters of a new password, at least and at most. The contract's numbers; a test holds them equal. */
export const newPasswordLength = 10;
export const newPasswordMaxLength = 128;

/** What is wrong with its length, as a key of the texts. Counted as the server does: an emoji is one, not two. */
export const passwordLengthFault = (
  password: string,
): 'validation.passwordLength' | 'validation.passwordTooLong' | undefined => {
  const { length } = [...password];
  if (length < newPasswordLength) return 'validation.passwordLength';
  return length > newPasswordMaxLength ? 'validation.passwordTooLong' : undefined;
};
