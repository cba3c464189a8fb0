import { existsSync } from 'node:fs';

/** The environment plus `.env` of the working folder. Real variables win. No other code reads the environment. */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};
