/** What a webhook can be told of, by what happens and how the history calls it. */
export const webhookEvents = ['accident.create', 'accident.update', 'accident.move'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sends; stopped by a person; stopped after too many failures in a row. */
export const webhookStates = ['active', 'paused', 'off'] as const;

/** On its way, with retries; taken; given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Why an attempt failed. */
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
/** `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks has it. */
export const webhookSecretPattern = '^whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
export const webhooksMax = 20;
