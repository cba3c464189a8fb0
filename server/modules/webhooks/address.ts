import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import type { WebhookSettings } from './settings.ts';

/** A failed attempt, with a reason for users. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

const globalV6 = ipaddr.parseCIDR('2000::/3');

/** Whether the text is an address of the public internet. An IPv4 address mapped to IPv6 counts as IPv4. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalV6));
};

/** Host of a URL, as a name or an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the addresses of a host. Throws if any of them is private, because a connection may use any of them. */
const permitted = async ({ hosts, resolve }: WebhookSettings, host: string): Promise<readonly LookupAddress[]> => {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
  if (!hosts.includes(host) && !found.every(({ address }) => isPublicAddress(address))) throw new Refused('address');
  if (found.length === 0) throw new Refused('name');
  return found;
};

/** Throws for a host that is a private address. Such a host is never looked up. */
export const requirePermitted = async (settings: WebhookSettings, url: URL): Promise<void> => {
  const host = hostOf(url);
  if (isIP(host)) await permitted(settings, host);
};

/**
 * Looks up a name for a connection, so that the connection uses the checked address. A later change of the name has no
 * effect.
 */
export const permittedLookup =
  (settings: WebhookSettings): LookupFunction =>
  (host, { all }, done) => {
    permitted(settings, host).then(
      found => (all ? done(null, [...found]) : done(null, found[0]?.address ?? '', found[0]?.family)),
      error => done(error, ''),
    );
  };
