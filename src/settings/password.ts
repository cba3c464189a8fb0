/** Characters of a new password, at least. The contract's number; a test holds them equal. */
export const newPasswordLength = 10;
