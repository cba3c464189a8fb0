import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import type { WebhookSettings } from './settings.ts';

/** A failed attempt, with a reason for users. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

const globalIpv6Range = ipaddr.parseCIDR('2000::/3');

/** Whether the text is an address of the public internet. An IPv4 address mapped to IPv6 counts as IPv4. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIpv6Range));
};

/** Host of a URL, as a name or an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the addresses of a host. Throws if any of them is private, because a connection may use any of them. */
const resolvePermitted = async (
  { hosts, resolve }: WebhookSettings,
  host: string,
): Promise<readonly LookupAddress[]> => {
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
  if (!hosts.includes(host) && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new DeliveryError('address');
  if (addresses.length === 0) throw new DeliveryError('name');
  return addresses;
};

/** Throws for a host that is a private address. Such a host is never looked up. */
export const requirePermittedHost = async (settings: WebhookSettings, url: URL): Promise<void> => {
  const host = hostOf(url);
  if (isIP(host)) await resolvePermitted(settings, host);
};

/**
 * Looks up a name for a connection, so that the connection uses the checked address. A later change of the name has no
 * effect.
 */
export const makePermittedLookup =
  (settings: WebhookSettings): LookupFunction =>
  (host, { all }, callback) => {
    resolvePermitted(settings, host).then(
      addresses =>
        all ? callback(null, [...addresses]) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      error => callback(error, ''),
    );
  };
