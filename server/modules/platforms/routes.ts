import type { platformCalls } from '../../../src/contract/calls/platforms.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { makeKey, revokeKey } from './keys.ts';
import { dropUnknown, mapUnknown, registerUnknown, unmapDevice } from './quarantine.ts';

export { quarantineCheck } from './room.ts';

export const platformHandlers = (
  context: Context,
  dictionaries: Dictionaries,
): HandlersOf<keyof typeof platformCalls> => ({
  'POST /api/v2/PlatformKey': request => makeKey(context, request),
  'POST /api/v2/PlatformKey/{id}/revoke': request => revokeKey(context, request),
  'POST /api/v2/QuarantinedDevice/{id}/register': request => registerUnknown(context, dictionaries, request),
  'POST /api/v2/QuarantinedDevice/{id}/map': request => mapUnknown(context, request),
  'POST /api/v2/Device/{id}/unmap': request => unmapDevice(request),
  'POST /api/v2/QuarantinedDevice/{id}/drop': request => dropUnknown(context, request),
});
