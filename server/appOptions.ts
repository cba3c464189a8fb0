import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppOptions } from './app.ts';
import type { Config } from './config.ts';
import { demoAccounts, demoStreets } from './demo/start.ts';
import { insurer } from './insurer.ts';
import { makeMailer } from './mail/mailer.ts';

/** Options of the server that follow from its configuration. Database connection and logger are added by the caller. */
export const appOptions = (config: Config): Omit<AppOptions, 'connection' | 'logger'> => ({
  ...insurer,
  now: () => new Date(),
  site: config,
  mail: makeMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') }),
  ...(existsSync(join(config.cabinetDir, 'index.html')) && { cabinet: config.cabinetDir }),
  ...(config.demo && { demo: demoAccounts }),
  trustProxy: config.trustProxy,
  messageDays: config.messageDays,
  quarantine: config.quarantine,
  jobs: { jobsPerCompanyMax: config.jobsAtOnce },
  webhooks: { hosts: config.webhookHosts, http: config.demo },
  weather: { url: config.weatherUrl },
  allowedOrigins: config.allowedOrigins,
  map: { tilesFile: config.mapTiles, origins: config.mapOrigins, ...(config.demo && { streetsFile: demoStreets }) },
  metrics: config.metrics,
});
