import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../errors.ts';

/** OWASP's first recommendation for argon2id (19 MiB, two passes, one lane): about 25 ms on a small server. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum number of hashes at once. Each takes a core and 19 MB, so more would delay all other calls. */
const mostAtOnce = 2;
const longestWaitMs = 2000;
const retryAfterS = 2;

let atWork = 0;
const waiting = new Set<() => void>();

/** Waits for a slot. Throws OVERLOADED if that takes too long. */
const takeTurn = async (): Promise<void> => {
  if (atWork < mostAtOnce) {
    atWork += 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new DomainError('OVERLOADED', { retryAfterS }));
    }, longestWaitMs);
    waiting.add(begin);
  });
};

/** Passes the slot to the longest waiting caller. */
const passTurn = (): void => {
  const [next] = waiting;
  if (next) next();
  else atWork -= 1;
};

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  await takeTurn();
  try {
    return await work();
  } finally {
    passTurn();
  }
};

/** Hashes a password. Throws OVERLOADED if no slot becomes free in time. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options));

let decoyHash: Promise<string> | undefined;
/** Hash to compare with when the login is unknown. Computed once and shared. A failure is not cached. */
const decoy = (): Promise<string> => {
  decoyHash ??= hash('a password that nobody has', options).catch(error => {
    decoyHash = undefined;
    throw error;
  });
  return decoyHash;
};

/**
 * Whether the password matches. Without a hash (unknown login) it takes the same time and returns false. Throws
 * OVERLOADED as `hashPassword` does.
 */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const compared = stored ?? (await decoy());
  const matches = await inTurn(() => verify(compared, password));
  return stored !== undefined && matches;
};
