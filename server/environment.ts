import { existsSync } from 'node:fs';

/** The environment with what a file `.env` in the working folder adds; what is set outside wins. Read here only. */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};
