import type { Context, Handlers } from './context.ts';
import { auditHandlers } from './engine/audit/routes.ts';
import { bulkHandlers } from './engine/bulk/routes.ts';
import type { Dictionaries } from './engine/dictionaries.ts';
import { exportHandlers } from './engine/exports/routes.ts';
import { importHandlers } from './engine/imports/routes.ts';
import { liveHandlers } from './engine/live/routes.ts';
import type { Hub } from './engine/live/service.ts';
import { notificationHandlers } from './engine/notifications/routes.ts';
import { savedViewHandlers } from './engine/savedViews/routes.ts';
import { searchHandlers } from './engine/search/routes.ts';
import type { ActionRules, ActionServices } from './engine/table/actions.ts';
import { accidentActions, accidentHandlers } from './modules/accidents/routes.ts';
import { accountHandlers } from './modules/account/routes.ts';
import { billingHandlers } from './modules/billing/routes.ts';
import { companyHandlers } from './modules/companies/routes.ts';
import { deviceHandlers } from './modules/devices/routes.ts';
import { dictionaryHandlers } from './modules/dictionaries/routes.ts';
import { dossierHandlers } from './modules/dossier/routes.ts';
import { healthHandlers } from './modules/health/routes.ts';
import { imageHandlers } from './modules/images/routes.ts';
import { infoHandlers } from './modules/info/routes.ts';
import { anomalyActions, ingestHandlers } from './modules/ingest/routes.ts';
import { messageHandlers } from './modules/messages/routes.ts';
import { platformHandlers } from './modules/platforms/routes.ts';
import { recomputeHandlers } from './modules/recompute/routes.ts';
import { roomHandlers } from './modules/room/routes.ts';
import { screenerHandlers } from './modules/screener/routes.ts';
import { statisticHandlers } from './modules/statistics/routes.ts';
import { telemetryHandlers } from './modules/telemetry/routes.ts';
import { textHandlers } from './modules/texts/routes.ts';
import type { Catalogue } from './modules/texts/service.ts';
import { traccarHandlers } from './modules/traccar/routes.ts';
import { operatorActions, operatorHandlers } from './modules/users/routes.ts';
import { voucherHandlers } from './modules/vouchers/routes.ts';
import { weatherHandlers } from './modules/weather/routes.ts';
import { webhookActions, webhookHandlers } from './modules/webhooks/routes.ts';
import type { Authentication } from './plugins/authentication.ts';

/** All handlers. A call of the contract without one does not compile. */
export const makeHandlers = (
  { context, ...services }: ActionServices,
  authentication: Authentication,
  dictionaries: Dictionaries,
  hub: Hub,
  catalogue: Catalogue,
): Handlers => ({
  ...accountHandlers(context, authentication),
  ...operatorHandlers({ context, ...services }, authentication),
  ...bulkHandlers({ context, ...services }),
  ...accidentHandlers(context, dictionaries),
  ...imageHandlers(context),
  ...telemetryHandlers(context),
  ...statisticHandlers(context),
  ...recomputeHandlers(context),
  ...voucherHandlers(context, dictionaries),
  ...deviceHandlers(context, dictionaries),
  ...dictionaryHandlers(context, dictionaries),
  ...companyHandlers(context, dictionaries),
  ...platformHandlers(context, dictionaries),
  ...billingHandlers(context),
  ...roomHandlers(context),
  ...searchHandlers(context),
  ...screenerHandlers(context),
  ...infoHandlers(context, dictionaries),
  ...ingestHandlers(context),
  ...traccarHandlers(context),
  ...auditHandlers(context),
  ...healthHandlers(context),
  ...liveHandlers(hub),
  ...notificationHandlers(context),
  ...messageHandlers(context),
  ...textHandlers(context, dictionaries, catalogue),
  ...exportHandlers(context, dictionaries),
  ...dossierHandlers(context, dictionaries, catalogue),
  ...importHandlers(context, dictionaries),
  ...savedViewHandlers(context),
  ...weatherHandlers(context),
  ...webhookHandlers(context),
});

/** Rules of the described actions. The server does not start if one is missing. */
export const makeActionRules = (context: Context, authentication: Authentication): ActionRules => ({
  operators: operatorActions(context, authentication),
  accidents: accidentActions(context),
  ...webhookActions(context),
  ...anomalyActions(context),
});
