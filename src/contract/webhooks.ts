/** Events that a webhook can subscribe to. The names are those of the change history. */
export const webhookEvents = ['accident.create', 'accident.update', 'accident.move'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * States of a webhook. `active`: sends events. `paused`: a person stopped it. `off`: the server stopped it after too
 * many failures in a row.
 */
export const webhookStates = ['active', 'paused', 'off'] as const;

/**
 * States of a delivery. `waiting`: queued, also for a retry. `delivered`: the receiver accepted it. `failed`: no more
 * retries.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Reasons why an attempt of a delivery failed. */
export const deliveryFaults = [
  'address',
  'name',
  'connection',
  'certificate',
  'timeout',
  'cut',
  'redirect',
  'status',
  'challenge',
  'expired',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const webhookUrlMaxLength = 2000;
/** Pattern of a webhook's secret: `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks defines it. */
export const webhookSecretPattern = '^whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
export const webhooksMax = 20;
