import { existsSync } from 'node:fs';

/** The environment plus `.env` of the working folder; real variables win. Nothing else reads it. */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};
