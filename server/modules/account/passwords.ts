import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id (19 MiB, two passes, one lane): about 25 ms on a small server. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

let decoyHash: Promise<string> | undefined;

/** Whether the password matches. Without a hash (unknown login) takes the same time and returns false. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoyHash ??= hashPassword('a password that nobody has');
  const matches = await verify(stored ?? (await decoyHash), password);
  return stored !== undefined && matches;
};
