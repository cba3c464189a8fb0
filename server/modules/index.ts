import { makeNotifications } from '../engine/notifications/index.ts';
import { accidentNotifications, accidents } from './accidents/index.ts';
import { account } from './account/index.ts';
import { billing } from './billing/index.ts';
import { clients } from './clients/index.ts';
import { companies } from './companies/index.ts';
import { controlRoom } from './controlRoom/index.ts';
import { devices } from './devices/index.ts';
import { dictionaryEntries } from './dictionaries/index.ts';
import { dossier } from './dossier/index.ts';
import { handouts } from './handouts/index.ts';
import { health } from './health/index.ts';
import { images } from './images/index.ts';
import { info } from './info/index.ts';
import { ingest } from './ingest/index.ts';
import { messages } from './messages/index.ts';
import { platforms } from './platforms/index.ts';
import { recompute } from './recompute/index.ts';
import { schedules } from './schedules/index.ts';
import { screener } from './screener/index.ts';
import { statistics } from './statistics/index.ts';
import { telemetry } from './telemetry/index.ts';
import { texts } from './texts/index.ts';
import { traccar } from './traccar/index.ts';
import { operators } from './users/index.ts';
import { vouchers } from './vouchers/index.ts';
import { weather } from './weather/index.ts';
import { webhooks } from './webhooks/index.ts';

export const modules = [
  accidents,
  account,
  billing,
  clients,
  companies,
  devices,
  dictionaryEntries,
  dossier,
  handouts,
  health,
  images,
  info,
  ingest,
  messages,
  makeNotifications(accidentNotifications),
  platforms,
  recompute,
  controlRoom,
  schedules,
  screener,
  statistics,
  telemetry,
  texts,
  traccar,
  operators,
  vouchers,
  weather,
  webhooks,
] as const;
