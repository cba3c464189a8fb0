import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import type { WebhookSettings } from './settings.ts';

/** Error of a failed attempt to send a delivery, with a reason for users. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

const globalIpv6Range = ipaddr.parseCIDR('2000::/3');

/** Whether the text is an IP address of the public internet. An IPv4 address mapped to IPv6 counts as IPv4. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIpv6Range));
};

/** Host of a URL, as a name or an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the IP addresses of a host. Throws if any of them is private, because a connection may use any of them. */
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

/**
 * Throws if the host of a URL is a private IP address. A connection to an IP address makes no name look-up, so its
 * check needs this function.
 */
export const requirePermittedHost = async (settings: WebhookSettings, url: URL): Promise<void> => {
  const host = hostOf(url);
  if (isIP(host)) await resolvePermitted(settings, host);
};

/**
 * Looks up a host name for a connection, so that the connection uses the checked IP address. A later change of the
 * name's address has no effect.
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
