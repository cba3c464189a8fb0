import type { Context, Handlers } from './context.ts';
import { accidentHandlers } from './modules/accidents/routes.ts';
import { accountHandlers } from './modules/account/routes.ts';
import { auditHandlers } from './modules/audit/routes.ts';
import { healthHandlers } from './modules/health/routes.ts';
import { imageHandlers } from './modules/images/routes.ts';
import type { Dictionaries } from './modules/info/dictionaries.ts';
import { infoHandlers } from './modules/info/routes.ts';
import { ingestHandlers } from './modules/ingest/routes.ts';
import { liveHandlers } from './modules/live/routes.ts';
import type { Hub } from './modules/live/service.ts';
import { messageHandlers } from './modules/messages/routes.ts';
import { notificationHandlers } from './modules/notifications/routes.ts';
import { searchHandlers } from './modules/search/routes.ts';
import { telemetryHandlers } from './modules/telemetry/routes.ts';
import { voucherHandlers } from './modules/vouchers/routes.ts';
import type { Authentication } from './plugins/authentication.ts';

/** All handlers. A call of the contract without one does not compile. */
export const makeHandlers = (
  context: Context,
  authentication: Authentication,
  dictionaries: Dictionaries,
  hub: Hub,
): Handlers => ({
  ...accountHandlers(context, authentication),
  ...accidentHandlers(context, dictionaries),
  ...imageHandlers(context),
  ...telemetryHandlers(context),
  ...voucherHandlers(context, dictionaries),
  ...searchHandlers(context),
  ...infoHandlers(context, dictionaries),
  ...ingestHandlers(context),
  ...auditHandlers(context),
  ...healthHandlers(context),
  ...liveHandlers(hub),
  ...notificationHandlers(context),
  ...messageHandlers(context),
});
