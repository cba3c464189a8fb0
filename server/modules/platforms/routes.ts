import { randomBytes } from 'node:crypto';
import type { platformCalls } from '../../../src/contract/calls/platforms.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { parseName } from '../../engine/validation.ts';
import { notFound } from '../../errors.ts';
import { hashToken } from '../../plugins/authentication.ts';
import { dropUnknownDevice, mapUnknownDevice, registerUnknownDevice, unmapDevice } from './quarantine.ts';

/** Number of first characters of a key that are stored, so that users can tell keys apart. */
const storedPrefixLength = 8;
const entity = 'platformKey';
const keyEvent = (Id: number, Action: string, ActorId: number | null) =>
  ['record', { Resource: 'platformKeys', Id, Action, ActorId }] as const;

/**
 * Creates a key. Only its hash is stored, so only this answer contains the key. The answer that is stored for a
 * repeated request has no key.
 */
const createKey = async (
  { now }: Context,
  { caller, change, body }: Pick<Request<'POST /api/v2/PlatformKey'>, 'caller' | 'change' | 'body'>,
) => {
  const name = parseName('Name', body.Name);
  const key = `dk_${randomBytes(32).toString('base64url')}`;
  const created = await change(async tx => {
    const { id } = await tx.db
      .insertInto('platform_key')
      .values({
        key_hash: hashToken(key),
        company_id: caller.companyId,
        name,
        beginning: key.slice(0, storedPrefixLength),
        created_at: now(),
        created_by: caller.fullName,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({ entity, entityId: id, action: 'create', changes: [{ field: 'Name', before: null, after: name }] });
    tx.emit(...keyEvent(id, 'create', tx.actorId));
    return { Id: id, Key: null };
  });
  return { ...created, Key: key };
};

const revokeKey = (
  { now }: Context,
  {
    caller,
    change,
    params: { id },
  }: Pick<Request<'POST /api/v2/PlatformKey/{id}/revoke'>, 'caller' | 'change' | 'params'>,
) =>
  change(async tx => {
    const row = await tx.db
      .selectFrom('platform_key')
      .select('revoked_at')
      .where('company_id', '=', caller.companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (row.revoked_at !== null) return { Done: true as const };
    const at = now();
    await tx.db
      .updateTable('platform_key')
      .set(eb => ({ revoked_at: at, version: eb('version', '+', 1) }))
      .where('company_id', '=', caller.companyId)
      .where('id', '=', id)
      .execute();
    const changes = [{ field: 'RevokedAt', before: null, after: at.toISOString() }];
    await tx.audit({ entity, entityId: id, action: 'revoke', changes });
    tx.emit(...keyEvent(id, 'revoke', tx.actorId));
    return { Done: true as const };
  });

export { quarantineCheck } from './quarantineLimit.ts';

export const platformHandlers = (
  context: Context,
  dictionaries: Dictionaries,
): HandlersOf<keyof typeof platformCalls> => ({
  'POST /api/v2/PlatformKey': request => createKey(context, request),
  'POST /api/v2/PlatformKey/{id}/revoke': request => revokeKey(context, request),
  'POST /api/v2/QuarantinedDevice/{id}/register': request => registerUnknownDevice(context, dictionaries, request),
  'POST /api/v2/QuarantinedDevice/{id}/map': request => mapUnknownDevice(context, request),
  'POST /api/v2/Device/{id}/unmap': request => unmapDevice(request),
  'POST /api/v2/QuarantinedDevice/{id}/drop': request => dropUnknownDevice(context, request),
});
