import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import type { WebhookSettings } from '../../webhookSettings.ts';

/** An attempt that failed for a reason that people are told. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

const globalV6 = ipaddr.parseCIDR('2000::/3');

/** Whether it is an address of the public internet; IPv4 in the clothes of IPv6 counts as what it is. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalV6));
};

/** Host of a URL as an address or a name: without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Addresses that the host may be reached at; refused if any of them is private: which one is taken is not ours to say. */
const permitted = async ({ hosts, resolve }: WebhookSettings, host: string): Promise<readonly LookupAddress[]> => {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
  if (!hosts.includes(host) && !found.every(({ address }) => isPublicAddress(address))) throw new Refused('address');
  if (found.length === 0) throw new Refused('name');
  return found;
};

/** Refuses a host that is an address already, and a private one: such are never looked up. */
export const requirePermitted = async (settings: WebhookSettings, url: URL): Promise<void> => {
  const host = hostOf(url);
  if (isIP(host)) await permitted(settings, host);
};

/**
 * Looks a name up for a connection, so that it goes to the very address that was found permitted: a name that leads
 * elsewhere a moment later changes nothing.
 */
export const permittedLookup =
  (settings: WebhookSettings): LookupFunction =>
  (host, { all }, done) => {
    permitted(settings, host).then(
      found => (all ? done(null, [...found]) : done(null, found[0]?.address ?? '', found[0]?.family)),
      error => done(error, ''),
    );
  };
