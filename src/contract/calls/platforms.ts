import Type from 'typebox';
import { rights } from '../access.ts';
import { Done, Id, IdParams, nullable } from '../shapes/common.ts';
import { webhookEvents, webhookSecretPattern, webhookUrlMaxLength } from '../webhooks.ts';

const quarantineTag = 'Quarantine';

/** Calls for keys of device platforms, and for quarantined data of unregistered devices. */
export const platformCalls = {
  'POST /api/v2/PlatformKey': {
    tag: 'Platform keys',
    title: 'Create a platform key',
    purpose:
      'Create a key for a device platform. `Key` is returned only once: a repeated request with the same `Idempotency-Key` returns null for it. Several keys can be valid at the same time.',
    access: rights.platforms,
    body: Type.Object({ Name: Type.String({ minLength: 1, maxLength: 120 }) }, { additionalProperties: false }),
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id, Key: nullable(Type.String()) }),
  },
  'POST /api/v2/PlatformKey/{id}/revoke': {
    tag: 'Platform keys',
    title: 'Revoke a platform key',
    purpose: 'Requests with this key are refused from now on. Revoking a revoked key changes nothing.',
    access: rights.platforms,
    params: IdParams,
    answer: Done,
  },
  'POST /api/v2/QuarantinedDevice/{id}/register': {
    tag: quarantineTag,
    title: 'Register an unknown device',
    purpose:
      'Register the device in stock. With `VoucherId` it is attached to that voucher from its first message on, and its quarantined data is applied. Without one it waits for a voucher.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object(
      { ObuModelId: Type.Optional(nullable(Id)), VoucherId: Type.Optional(nullable(Id)) },
      { additionalProperties: false },
    ),
    acceptsIdempotencyKey: true,
    answer: Type.Object({
      DeviceId: Id,
      /** Number of quarantined messages that are now processed, because the device is known. */
      Applied: Type.Integer({ minimum: 0 }),
    }),
  },
  'POST /api/v2/QuarantinedDevice/{id}/map': {
    tag: quarantineTag,
    title: 'Map an unknown identifier to a device',
    purpose:
      'Applies quarantined and future data of the identifier to the device. If the device has no voucher, the data waits for one.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object({ DeviceId: Id }, { additionalProperties: false }),
    answer: Type.Object({
      /**
       * `Mapped`: number of quarantined messages of the device. `Applied`: number of these messages that are now
       * processed.
       */
      Mapped: Type.Integer({ minimum: 0 }),
      Applied: Type.Integer({ minimum: 0 }),
    }),
  },
  'POST /api/v2/Device/{id}/unmap': {
    tag: quarantineTag,
    title: 'Unmap the identifiers of a device',
    purpose: 'Future data of the device’s mapped identifiers is quarantined again. Data that was applied stays.',
    access: rights.platforms,
    params: IdParams,
    answer: Type.Object({ Unmapped: Type.Integer({ minimum: 0 }) }),
  },
  'POST /api/v2/QuarantinedDevice/{id}/drop': {
    tag: quarantineTag,
    title: 'Discard the data of an unknown device',
    purpose: 'Discards the quarantined data of the device. The history keeps the reason.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object({ Reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    answer: Type.Object({ Dropped: Type.Integer({ minimum: 0 }) }),
  },
} as const;

/** Calls for webhooks, which send events to other systems. */
export const webhookCalls = {
  'POST /api/webhook/activate': {
    tag: 'Webhooks',
    title: 'Activate a webhook',
    purpose:
      'Sends `Events` to `Url`, which must answer a challenge first. `Secret` signs the events; the server generates a missing secret. It is returned only once. See docs/webhooks.md.',
    access: rights.webhooks,
    body: Type.Object(
      {
        Url: Type.String({ minLength: 1, maxLength: webhookUrlMaxLength }),
        Events: Type.Array(Type.Enum([...webhookEvents]), {
          minItems: 1,
          maxItems: webhookEvents.length,
          uniqueItems: true,
        }),
        Secret: Type.Optional(Type.String({ pattern: webhookSecretPattern })),
      },
      { additionalProperties: false },
    ),
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id, Secret: Type.String() }),
  },
} as const;
