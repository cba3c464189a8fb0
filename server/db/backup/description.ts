import { readFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { root } from '../../root.mjs';
import { earlierRelease, newerMigrations } from '../baseline.ts';
import { migrationNames } from '../migrationFiles.ts';

/**
 * Name of a backup's first entry, its description. It comes first, so that an unusable backup is refused before
 * anything is written.
 */
export const descriptionName = 'drivedesk.json';

const descriptionSchema = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String(),
  program: Type.String(),
  /** PostgreSQL's major version, as in its file PG_VERSION. */
  postgres: Type.String(),
  /** Processor architecture of the machine, because PostgreSQL's files are not portable. */
  machine: Type.String(),
  migrations: Type.Array(Type.String()),
});

export type Description = Type.Static<typeof descriptionSchema>;

const platformName = `${platform()}-${arch()}`;

export const describeBackup = async (
  dataDir: string,
  migrations: readonly string[],
  now: Date,
): Promise<Description> => ({
  format: 1,
  madeAt: now.toISOString(),
  program: (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  postgres: (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim(),
  machine: platformName,
  migrations: [...migrations],
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses a backup's description. Throws if the backup cannot run here. `postgresMajor` is the local major version. */
export const readDescription = async (text: string, postgresMajor: string): Promise<Description> => {
  const description = parseJson(text);
  if (!Value.Check(descriptionSchema, description))
    throw new Error('It is of a form this Drivedesk does not know; a newer one may.');
  if (description.machine !== platformName)
    throw new Error(
      `It was made on ${description.machine} and this is ${platformName}: files of PostgreSQL do not carry over.`,
    );
  if (description.postgres !== postgresMajor)
    throw new Error(
      `It was made by PostgreSQL ${description.postgres} and this is ${postgresMajor}: restore it with that one.`,
    );
  const requiredRelease = earlierRelease(description.migrations);
  if (requiredRelease)
    throw new Error(
      `It was made by a Drivedesk before ${requiredRelease}: restore it with Drivedesk ${requiredRelease}, start that one once, and this one afterwards.`,
    );
  const unknownMigrations = newerMigrations(description.migrations, await migrationNames());
  if (unknownMigrations.length > 0)
    throw new Error(
      `It was made by a newer Drivedesk, with ${unknownMigrations.join(', ')}: restore it with that one or a later.`,
    );
  return description;
};
