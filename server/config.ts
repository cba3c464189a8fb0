import { resolve } from 'node:path';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  readonly logLevel: (typeof logLevels)[number];
}

type Environment = Readonly<Record<string, string | undefined>>;

const portFault = (text: string): string | undefined =>
  /^\d+$/.test(text) && Number(text) <= 65_535 ? undefined : `PORT is "${text}"; it must be a number from 0 to 65535.`;

const urlFault = (text: string | undefined): string | undefined =>
  text === undefined || /^postgres(ql)?:\/\/.+/.test(text)
    ? undefined
    : 'DATABASE_URL must begin with postgres:// or postgresql://.';

const oneOfFault = (name: string, text: string, values: readonly string[]): string | undefined =>
  values.includes(text) ? undefined : `${name} is "${text}"; it must be one of ${values.join(', ')}.`;

/** Reads the environment once. All faults are told together, each in a sentence. */
export const readConfig = (environment: Environment): Config => {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = given('DATABASE_URL');
  const port = given('PORT') ?? '8080';
  const demo = given('DEMO') ?? (databaseUrl ? '0' : '1');
  const logLevel = given('LOG_LEVEL') ?? 'info';
  const faults = [
    portFault(port),
    urlFault(databaseUrl),
    oneOfFault('DEMO', demo, ['0', '1']),
    oneOfFault('LOG_LEVEL', logLevel, logLevels),
  ].filter(fault => fault !== undefined);
  if (faults.length > 0) throw new Error(`The settings are not usable:\n- ${faults.join('\n- ')}`);
  return {
    port: Number(port),
    host: given('HOST') ?? '127.0.0.1',
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    databaseUrl,
    demo: demo === '1',
    logLevel: logLevel as Config['logLevel'],
  };
};
