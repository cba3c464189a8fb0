import { existsSync } from 'node:fs';

/**
 * Returns the environment with the variables of the file `.env` in the working folder. Variables of the environment
 * override the file. No other code reads the environment.
 */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};
