import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../errors.ts';

/** OWASP's first recommendation for argon2id (19 MiB, two passes, one lane): about 25 ms on a small server. */
const argonOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum number of hashes at once. Each takes a core and 19 MB, so more would delay all other calls. */
const maxConcurrentHashes = 2;
const maxWaitMs = 2000;
const retryAfterS = 2;

let runningCount = 0;
const waitingCallers = new Set<() => void>();

/** Waits until another password hash may be computed. Throws OVERLOADED if that takes too long. */
const acquireSlot = async (): Promise<void> => {
  if (runningCount < maxConcurrentHashes) {
    runningCount += 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const grantSlot = () => {
      clearTimeout(timer);
      waitingCallers.delete(grantSlot);
      resolve();
    };
    const timer = setTimeout(() => {
      waitingCallers.delete(grantSlot);
      reject(new DomainError('OVERLOADED', { retryAfterS }));
    }, maxWaitMs);
    waitingCallers.add(grantSlot);
  });
};

/** Lets the longest waiting caller compute its password hash. */
const releaseSlot = (): void => {
  const [next] = waitingCallers;
  if (next) next();
  else runningCount -= 1;
};

const withHashSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  await acquireSlot();
  try {
    return await work();
  } finally {
    releaseSlot();
  }
};

export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, argonOptions));

let decoyHash: Promise<string> | undefined;
/**
 * Hash with which a password is compared if the login is unknown, so that the answer takes as long. It is computed
 * once. A failure is not cached.
 */
const computeDecoyHash = (): Promise<string> => {
  decoyHash ??= hash('a password that nobody has', argonOptions).catch(error => {
    decoyHash = undefined;
    throw error;
  });
  return decoyHash;
};

/**
 * Whether the password matches. Without a hash (unknown login) it takes the same time and returns false. Throws
 * OVERLOADED as `hashPassword` does.
 */
export const verifyPassword = async (storedHash: string | undefined, password: string): Promise<boolean> => {
  const comparedHash = storedHash ?? (await computeDecoyHash());
  const matches = await withHashSlot(() => verify(comparedHash, password));
  return storedHash !== undefined && matches;
};
