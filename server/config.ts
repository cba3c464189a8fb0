import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { minConnections } from './db/connect.ts';
import { embeddedConnections, spareConnections } from './db/embedded/limits.ts';
import { jobSlots } from './engine/jobs/queue.ts';
import { type QuarantineSettings, readQuarantineSettings } from './modules/ingest/settings.ts';
import { root } from './root.mjs';

/**
 * Minimum of the setting `messageDays`. It must exceed an outage of a few days, after which a platform sends its
 * unanswered messages again.
 */
const minMessageDays = 7;
const defaultMessageDays = 90;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface MetricsSettings {
  /** Bearer token that a reader of the metrics must send. Absent: none is required. */
  readonly token: string | undefined;
  /** Separate port for `/metrics`. Absent: the port of the API. */
  readonly port: number | undefined;
  readonly host: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Folder of the built web application. */
  readonly cabinetDir: string;
  /** URL of an external PostgreSQL database. Absent: the embedded database is used. */
  readonly databaseUrl: string | undefined;
  /** Maximum number of database connections of this process. */
  readonly databaseConnections: number;
  /** Number of jobs that this process runs at once. 0: none, because `npm run worker` runs them. */
  readonly jobsAtOnce: number;
  readonly demo: boolean;
  /** Why demo mode is off, as a sentence. Undefined when it is on. */
  readonly demoOffReason: string | undefined;
  /**
   * Number of days in which the server recognises a repeated device message, so that the repetition changes nothing.
   */
  readonly messageDays: number;
  readonly quarantine: Pick<QuarantineSettings, 'deviceBytes' | 'companyBytes'>;
  readonly logLevel: (typeof logLevels)[number];
  /** Public address of the web application without a trailing slash, for links in mail. */
  readonly publicUrl: string;
  /** Problems that do not prevent a start, a sentence each. */
  readonly warnings: readonly string[];
  /** Whether people can request an account. */
  readonly registration: boolean;
  readonly passwordReset: boolean;
  /** SMTP settings for mail. Absent: mail is written to files. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Trusted proxies, whose headers give the client's address. */
  readonly trustProxy: readonly string[];
  /** Hosts in private networks that webhooks may call. */
  readonly webhookHosts: readonly string[];
  /** Origins of web applications on other hosts whose pages may call the API. */
  readonly allowedOrigins: readonly string[];
  /** URL of a weather service for the weather at an accident. Absent: none. */
  readonly weatherUrl: string | undefined;
  /** A street map as one PMTiles file. Absent: none. */
  readonly mapTiles: string | undefined;
  /** Origins of a map style, its tiles and fonts. */
  readonly mapOrigins: readonly string[];
  /** Access to the metrics page. Absent: the server measures nothing. */
  readonly metrics: MetricsSettings | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const portFault = (text: string): string | undefined =>
  /^\d+$/.test(text) && Number(text) <= 65_535 ? undefined : `PORT is "${text}"; it must be a number from 0 to 65535.`;

const urlFault = (text: string | undefined): string | undefined =>
  text === undefined || /^postgres(ql)?:\/\/.+/.test(text)
    ? undefined
    : 'DATABASE_URL must begin with postgres:// or postgresql://.';

/** Default number of jobs that run at once. It is small because a job may process a file of a million rows. */
const defaultJobsAtOnce = 2;

const connectionsFault = (text: string, databaseUrl: string | undefined, jobs: string): string | undefined => {
  const minimum = minConnections(jobSlots({ jobsPerCompanyMax: Number(jobs) || 0 }));
  const maximum = databaseUrl ? 999 : embeddedConnections - spareConnections;
  if (/^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return undefined;
  const explanation = databaseUrl
    ? ''
    : ` The embedded database takes ${embeddedConnections}, ${spareConnections} of them for a backup and the like.`;
  return `DATABASE_CONNECTIONS is "${text}"; it must be a number from ${minimum} to ${maximum}.${explanation}`;
};

const messageDaysFault = (text: string): string | undefined =>
  /^\d{1,4}$/.test(text) && Number(text) >= minMessageDays
    ? undefined
    : `MESSAGE_DAYS is "${text}"; it must be a number from ${minMessageDays} to 9999.`;

const jobsFault = (text: string): string | undefined =>
  /^[0-8]$/.test(text) ? undefined : `JOBS is "${text}"; it must be a number from 0 to 8.`;

const smtpFault = (text: string | undefined): string | undefined =>
  text === undefined || /^smtps?:\/\/.+/.test(text) ? undefined : 'SMTP_URL must begin with smtp:// or smtps://.';

const publicUrlFault = (text: string): string | undefined =>
  /^https?:\/\/[^/?#]+$/.test(text)
    ? undefined
    : `PUBLIC_URL is "${text}"; it must be like https://cabinet.example.com, without a path.`;

/**
 * Whether the text is an IP address, a network such as 10.0.0.0/8, or one of `loopback`, `linklocal`, `uniquelocal`.
 */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const ipVersion = isIP(address);
  if (ipVersion === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (ipVersion === 4 ? 32 : 128));
};

const proxyFault = (proxies: readonly string[]): string | undefined => {
  const invalidProxies = proxies.filter(proxy => !isProxy(proxy));
  return invalidProxies.length === 0
    ? undefined
    : `TRUST_PROXY has "${invalidProxies.join('", "')}"; it takes addresses (192.0.2.7), networks (10.0.0.0/8), loopback, linklocal and uniquelocal, with commas between.`;
};

/**
 * Returns the host in the spelling of a parsed URL, because it is compared with hosts of parsed URLs. Undefined: the
 * text is no host.
 */
const normaliseHost = (text: string): string | undefined => {
  try {
    const { hostname, host, href } = new URL(`https://${text}`);
    return host === hostname && href === `https://${hostname}/` ? hostname.replace(/^\[|\]$/g, '') : undefined;
  } catch {
    return undefined;
  }
};

const webhookHostsFault = (hosts: readonly string[]): string | undefined => {
  const invalidHosts = hosts.filter(host => normaliseHost(host) === undefined);
  return invalidHosts.length === 0
    ? undefined
    : `WEBHOOK_HOSTS has "${invalidHosts.join('", "')}"; it takes names and addresses without a port ([fd00::1] in brackets), with commas between.`;
};

/**
 * Whether the text is an origin as browsers send it: in lower case, without a default port such as `:443`, and without
 * a path.
 */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

const originsFault = (origins: readonly string[]): string | undefined => {
  const invalidOrigins = origins.filter(origin => !isOrigin(origin));
  return invalidOrigins.length === 0
    ? undefined
    : `ALLOWED_ORIGINS has "${invalidOrigins.join('", "')}"; it takes origins as browsers send them (https://cabinet.example.com), with commas between.`;
};

const weatherFault = (text: string | undefined): string | undefined =>
  text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))
    ? undefined
    : `WEATHER_URL is "${text}"; it must be the address of a service, like https://api.met.no/weatherapi/locationforecast/2.0/compact.`;

/**
 * Returns the origin of a web address, for the content security policy. An address on this server (`/map/style.json`)
 * gives `'self'`. Undefined: the text is no web address.
 */
const originOf = (address: string): string | undefined => {
  if (address.startsWith('/')) return "'self'";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
};

const mapOriginsFault = (addresses: readonly string[]): string | undefined => {
  const invalidAddresses = addresses.filter(address => originOf(address) === undefined);
  return invalidAddresses.length === 0
    ? undefined
    : `MAP_ORIGINS or VITE_MAP_STYLE_URL has "${invalidAddresses.join('", "')}"; they take addresses like https://tiles.example.com.`;
};

const mapTilesFault = (file: string | undefined): string | undefined =>
  file === undefined || existsSync(file) ? undefined : `MAP_PMTILES is "${file}"; there is no such file.`;

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

/** Why demo mode is off. Demo passwords are public, so a server that strangers could reach needs an explicit DEMO=1. */
const reasonDemoIsOff = (
  demoSetting: string | undefined,
  databaseUrl: string | undefined,
  production: boolean,
  host: string,
) => {
  if (demoSetting !== undefined) return demoSetting === '1' ? undefined : 'DEMO is 0';
  if (databaseUrl) return 'DATABASE_URL is set and DEMO=1 is not';
  if (production) return 'NODE_ENV is production and DEMO=1 is not set';
  return isLoopback(host) ? undefined : `HOST is ${host} and DEMO=1 is not set`;
};

const isAllInterfaces = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

/**
 * Default of the public address. A server that listens on all interfaces, or on `::1`, gets the host name localhost.
 */
const defaultPublicUrl = (host: string, port: string): string =>
  `http://${isAllInterfaces(host) || host === '::1' ? 'localhost' : host}:${port}`;

const warningsOf = (host: string, givenUrl: string | undefined, publicUrl: string): readonly string[] =>
  isAllInterfaces(host) && givenUrl === undefined
    ? [`HOST is ${host} and PUBLIC_URL is not set: letters carry links to ${publicUrl}, which lead nowhere elsewhere.`]
    : [];

/** Minimum length of the metrics token, so that it cannot be guessed. */
const metricsTokenMinLength = 20;

const metricsFault = (token?: string, port?: string, host?: string, mainPort?: string): string | undefined => {
  if (token !== undefined && token.length < metricsTokenMinLength)
    return `METRICS_TOKEN is too short; it needs at least ${metricsTokenMinLength} characters.`;
  if (port === undefined) return host === undefined ? undefined : 'METRICS_HOST is of use with METRICS_PORT only.';
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    return `METRICS_PORT is "${port}"; it must be a number from 1 to 65535.`;
  return Number(port) === Number(mainPort)
    ? `METRICS_PORT and PORT are both ${port}; each needs its own. On PORT, /metrics opens with METRICS_TOKEN.`
    : undefined;
};

const readMetricsSettings = (readSetting: (name: string) => string | undefined, mainPort: string) => {
  const [token, port, host] = [readSetting('METRICS_TOKEN'), readSetting('METRICS_PORT'), readSetting('METRICS_HOST')];
  return {
    fault: metricsFault(token, port, host, mainPort),
    settings:
      token || port
        ? { token, port: port === undefined ? undefined : Number(port), host: host ?? '127.0.0.1' }
        : undefined,
  };
};

const choiceFault = (name: string, text: string, values: readonly string[]): string | undefined =>
  values.includes(text) ? undefined : `${name} is "${text}"; it must be one of ${values.join(', ')}.`;

const parseList = (text: string | undefined): readonly string[] => text?.split(',').map(entry => entry.trim()) ?? [];

/** Reads the environment once. Throws all faults together, a sentence each. */
export const readConfig = (environment: Environment): Config => {
  const readSetting = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = readSetting('DATABASE_URL');
  const databaseConnections = readSetting('DATABASE_CONNECTIONS') ?? '28';
  const messageDays = readSetting('MESSAGE_DAYS') ?? String(defaultMessageDays);
  const quarantine = readQuarantineSettings(readSetting);
  const jobs = readSetting('JOBS') ?? String(defaultJobsAtOnce);
  const port = readSetting('PORT') ?? '8080';
  const logLevel = readSetting('LOG_LEVEL') ?? 'info';
  const host = readSetting('HOST') ?? '127.0.0.1';
  const demo = readSetting('DEMO');
  const demoOffReason = reasonDemoIsOff(demo, databaseUrl, readSetting('NODE_ENV') === 'production', host);
  const publicUrl = (readSetting('PUBLIC_URL') ?? defaultPublicUrl(host, port)).replace(/\/+$/, '');
  const registration = readSetting('REGISTRATION') ?? '0';
  const passwordReset = readSetting('PASSWORD_RESET') ?? '1';
  const smtpUrl = readSetting('SMTP_URL');
  const trustProxy = parseList(readSetting('TRUST_PROXY'));
  const webhookHosts = parseList(readSetting('WEBHOOK_HOSTS'));
  const allowedOrigins = parseList(readSetting('ALLOWED_ORIGINS'));
  const weatherUrl = readSetting('WEATHER_URL');
  const mapTiles = readSetting('MAP_PMTILES');
  const mapOrigins = [readSetting('VITE_MAP_STYLE_URL'), ...parseList(readSetting('MAP_ORIGINS'))].flatMap(
    address => address?.trim() || [],
  );
  const metrics = readMetricsSettings(readSetting, port);
  const faults = [
    portFault(port),
    urlFault(databaseUrl),
    connectionsFault(databaseConnections, databaseUrl, jobs),
    messageDaysFault(messageDays),
    ...quarantine.faults,
    jobsFault(jobs),
    choiceFault('DEMO', demo ?? '0', ['0', '1']),
    choiceFault('LOG_LEVEL', logLevel, logLevels),
    publicUrlFault(publicUrl),
    choiceFault('REGISTRATION', registration, ['0', '1']),
    choiceFault('PASSWORD_RESET', passwordReset, ['0', '1']),
    smtpFault(smtpUrl),
    proxyFault(trustProxy),
    webhookHostsFault(webhookHosts),
    originsFault(allowedOrigins),
    weatherFault(weatherUrl),
    mapTilesFault(mapTiles),
    mapOriginsFault(mapOrigins),
    metrics.fault,
  ].filter(fault => fault !== undefined);
  if (faults.length > 0) throw new Error(`The settings are not usable:\n- ${faults.join('\n- ')}`);
  return {
    port: Number(port),
    host,
    dataDir: resolve(readSetting('DATA_DIR') ?? './data'),
    cabinetDir: resolve(readSetting('CABINET_DIR') ?? join(root, 'dist', 'cabinet')),
    databaseUrl,
    databaseConnections: Number(databaseConnections),
    jobsAtOnce: Number(jobs),
    demo: demoOffReason === undefined,
    demoOffReason,
    messageDays: Number(messageDays),
    quarantine: quarantine.settings,
    logLevel: logLevel as Config['logLevel'],
    publicUrl,
    warnings: warningsOf(host, readSetting('PUBLIC_URL'), publicUrl),
    registration: registration === '1',
    passwordReset: passwordReset === '1',
    smtpUrl,
    trustProxy,
    mapTiles: mapTiles === undefined ? undefined : resolve(mapTiles),
    mapOrigins: mapOrigins.map(address => originOf(address) ?? ''),
    webhookHosts: webhookHosts.flatMap(host => normaliseHost(host) ?? []),
    allowedOrigins,
    weatherUrl,
    metrics: metrics.settings,
    mailFrom: readSetting('MAIL_FROM') ?? 'Drivedesk <no-reply@drivedesk.example>',
  };
};
