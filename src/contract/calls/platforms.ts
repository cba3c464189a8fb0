import Type from 'typebox';
import { rights } from '../access.ts';
import { Done, Id, IdParams, nullable } from '../shapes/common.ts';

const quarantineTag = 'Quarantine';

/** Calls for keys of device platforms, and for quarantined data of unregistered devices. */
export const platformCalls = {
  'POST /api/v2/PlatformKey': {
    tag: 'Platform keys',
    title: 'Create a platform key',
    purpose:
      'Make a key for a device platform. `Key` is told here and never again: repeating the request under its `Idempotency-Key` answers null for it. Several keys hold side by side.',
    access: rights.platforms,
    body: Type.Object({ Name: Type.String({ minLength: 1, maxLength: 120 }) }, { additionalProperties: false }),
    keyed: true,
    answer: Type.Object({ Id, Key: nullable(Type.String()) }),
  },
  'POST /api/v2/PlatformKey/{id}/revoke': {
    tag: 'Platform keys',
    title: 'Revoke a platform key',
    purpose: 'Nothing is taken with this key from now on. Revoked again it stays as it is.',
    access: rights.platforms,
    params: IdParams,
    answer: Done,
  },
  'POST /api/v2/QuarantinedDevice/{id}/register': {
    tag: quarantineTag,
    title: 'Register an unknown device',
    purpose:
      'Take the device into stock. With `VoucherId` it works under that voucher from its first message on, and what waited is applied; without one it waits for a voucher.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object(
      { ObuModelId: Type.Optional(nullable(Id)), VoucherId: Type.Optional(nullable(Id)) },
      { additionalProperties: false },
    ),
    keyed: true,
    answer: Type.Object({
      DeviceId: Id,
      /** Number of applied messages. */
      Applied: Type.Integer({ minimum: 0 }),
    }),
  },
  'POST /api/v2/QuarantinedDevice/{id}/map': {
    tag: quarantineTag,
    title: 'Map an unknown identifier to a device',
    purpose:
      'What waits under the identifier is applied to the device, and what comes under it from now on is the device’s. Without a voucher of the device it waits for one.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object({ DeviceId: Id }, { additionalProperties: false }),
    answer: Type.Object({
      /** Number of quarantined messages (`Mapped`), and how many of them were applied. */
      Mapped: Type.Integer({ minimum: 0 }),
      Applied: Type.Integer({ minimum: 0 }),
    }),
  },
  'POST /api/v2/Device/{id}/unmap': {
    tag: quarantineTag,
    title: 'Unmap the identifiers of a device',
    purpose:
      'What comes under identifiers that were mapped to the device waits in quarantine again; what has come stays.',
    access: rights.platforms,
    params: IdParams,
    answer: Type.Object({ Unmapped: Type.Integer({ minimum: 0 }) }),
  },
  'POST /api/v2/QuarantinedDevice/{id}/drop': {
    tag: quarantineTag,
    title: 'Drop what an unknown device sent',
    purpose: 'What the device has sent so far will not be applied. The reason stays in the audit.',
    access: rights.platforms,
    params: IdParams,
    body: Type.Object({ Reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    answer: Type.Object({ Dropped: Type.Integer({ minimum: 0 }) }),
  },
} as const;
