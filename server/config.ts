import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where the built cabinet lies. */
  readonly cabinetDir: string;
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Whole lists that are sent at once, each over a database connection of its own. */
  readonly largeLists: number;
  readonly demo: boolean;
  readonly logLevel: (typeof logLevels)[number];
  /** Where the cabinet is found from outside, without a slash at the end: for links in letters. */
  readonly publicUrl: string;
  /** Accounts can be asked for. */
  readonly registration: boolean;
  /** A forgotten password can be set anew by a link. */
  readonly passwordReset: boolean;
  /** Absent: letters are written to files. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Proxies whose word on a caller's address is taken. */
  readonly trustProxy: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const portFault = (text: string): string | undefined =>
  /^\d+$/.test(text) && Number(text) <= 65_535 ? undefined : `PORT is "${text}"; it must be a number from 0 to 65535.`;

const largeListsFault = (text: string): string | undefined =>
  /^\d{1,2}$/.test(text) && Number(text) > 0
    ? undefined
    : `LARGE_LISTS is "${text}"; it must be a number from 1 to 99.`;

const urlFault = (text: string | undefined): string | undefined =>
  text === undefined || /^postgres(ql)?:\/\/.+/.test(text)
    ? undefined
    : 'DATABASE_URL must begin with postgres:// or postgresql://.';

const smtpFault = (text: string | undefined): string | undefined =>
  text === undefined || /^smtps?:\/\/.+/.test(text) ? undefined : 'SMTP_URL must begin with smtp:// or smtps://.';

const publicUrlFault = (text: string): string | undefined =>
  /^https?:\/\/[^/?#]+$/.test(text)
    ? undefined
    : `PUBLIC_URL is "${text}"; it must be like https://cabinet.example.com, without a path.`;

/** An address, a network such as 10.0.0.0/8, or one of the names for those that are not routed. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
};

const proxyFault = (proxies: readonly string[]): string | undefined => {
  const wrong = proxies.filter(proxy => !isProxy(proxy));
  return wrong.length === 0
    ? undefined
    : `TRUST_PROXY has "${wrong.join('", "')}"; it takes addresses (192.0.2.7), networks (10.0.0.0/8), loopback, linklocal and uniquelocal, with commas between.`;
};

/** A server that listens everywhere is found at home under this name. */
const ownUrl = (host: string, port: string): string =>
  `http://${['0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host}:${port}`;

const oneOfFault = (name: string, text: string, values: readonly string[]): string | undefined =>
  values.includes(text) ? undefined : `${name} is "${text}"; it must be one of ${values.join(', ')}.`;

/** Reads the environment once. All faults are told together, each in a sentence. */
export const readConfig = (environment: Environment): Config => {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = given('DATABASE_URL');
  const port = given('PORT') ?? '8080';
  const demo = given('DEMO') ?? (databaseUrl ? '0' : '1');
  const largeLists = given('LARGE_LISTS') ?? '4';
  const logLevel = given('LOG_LEVEL') ?? 'info';
  const host = given('HOST') ?? '127.0.0.1';
  const publicUrl = (given('PUBLIC_URL') ?? ownUrl(host, port)).replace(/\/+$/, '');
  const registration = given('REGISTRATION') ?? '0';
  const passwordReset = given('PASSWORD_RESET') ?? '1';
  const smtpUrl = given('SMTP_URL');
  const trustProxy = (given('TRUST_PROXY') ?? 'loopback').split(',').map(proxy => proxy.trim());
  const faults = [
    portFault(port),
    urlFault(databaseUrl),
    largeListsFault(largeLists),
    oneOfFault('DEMO', demo, ['0', '1']),
    oneOfFault('LOG_LEVEL', logLevel, logLevels),
    publicUrlFault(publicUrl),
    oneOfFault('REGISTRATION', registration, ['0', '1']),
    oneOfFault('PASSWORD_RESET', passwordReset, ['0', '1']),
    smtpFault(smtpUrl),
    proxyFault(trustProxy),
  ].filter(fault => fault !== undefined);
  if (faults.length > 0) throw new Error(`The settings are not usable:\n- ${faults.join('\n- ')}`);
  return {
    port: Number(port),
    host,
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    cabinetDir: resolve(given('CABINET_DIR') ?? join(import.meta.dirname, '..', 'dist', 'cabinet')),
    databaseUrl,
    largeLists: Number(largeLists),
    demo: demo === '1',
    logLevel: logLevel as Config['logLevel'],
    publicUrl,
    registration: registration === '1',
    passwordReset: passwordReset === '1',
    smtpUrl,
    trustProxy,
    mailFrom: given('MAIL_FROM') ?? 'Drivedesk <no-reply@drivedesk.example>',
  };
};
