import type { LookupAddress } from 'node:dns';
import { type ClientRequest, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import type { WebhookSettings } from './settings.ts';

/** Error of a failed attempt to send a delivery, with a reason for users. */
class DeliveryError extends Error {
  override name = 'DeliveryError';
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

const globalIpv6Range = ipaddr.parseCIDR('2000::/3');

/** Whether the text is an IP address of the public internet. An IPv4 address mapped to IPv6 counts as IPv4. */
const isPublicAddress = (text: string): boolean => {
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
const requirePermittedHost = async (settings: WebhookSettings, url: URL): Promise<void> => {
  const host = hostOf(url);
  if (isIP(host)) await resolvePermitted(settings, host);
};

/**
 * Looks up a host name for a connection, so that the connection uses the checked IP address. A later change of the
 * name's address has no effect.
 */
const makePermittedLookup =
  (settings: WebhookSettings): LookupFunction =>
  (host, { all }, callback) => {
    resolvePermitted(settings, host).then(
      addresses =>
        all ? callback(null, [...addresses]) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      error => callback(error, ''),
    );
  };

/** Maximum number of bytes that are read of the receiver's answer to a delivery. */
const answerMaxBytes = 4096;
const headersMaxBytes = 8192;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AttemptResult {
  readonly fault: DeliveryFault | null;
  readonly status: number | null;
  /** Beginning of the body that the receiver answered. */
  readonly answer: string;
  readonly durationMs: number;
}

type ReceivedAnswer = Pick<AttemptResult, 'status' | 'answer'>;

const faultsByCode: readonly (readonly [pattern: RegExp, fault: DeliveryFault])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/, 'name'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, 'connection'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [/^(CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO)/, 'certificate'],
];

const faultOfError = (error: unknown): DeliveryFault => {
  if (error instanceof DeliveryError) return error.fault;
  const { code = '' } = error as { code?: string };
  return faultsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'cut';
};

const faultOfStatus = (status: number): DeliveryFault | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Decodes the receiver's answer as text. Characters that cannot be stored or shown are replaced. */
const decodeAnswer = (bytes: Buffer): string => bytes.toString('utf8').replace(/[^\P{C}\n\t]/gu, '\u{FFFD}');

/** Waits for the receiver's answer with time limits, and reads the beginning of its body. */
const awaitAnswer = (request: ClientRequest, isSecure: boolean, limits: WebhookSettings): Promise<ReceivedAnswer> =>
  new Promise((resolve, reject) => {
    const startTimeout = (ms: number) => setTimeout(() => request.destroy(new DeliveryError('timeout')), ms);
    const timers = [startTimeout(limits.connectTimeoutMs), startTimeout(limits.answerTimeoutMs)];
    const clearTimers = () => timers.forEach(clearTimeout);
    request.once('socket', socket =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timers[0])),
    );
    request.once('close', clearTimers);
    request.on('error', reject);
    request.once('close', () => reject(new DeliveryError('cut')));
    request.once('response', response => {
      clearTimers();
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        resolve({
          status: response.statusCode ?? null,
          answer: decodeAnswer(Buffer.concat(chunks).subarray(0, answerMaxBytes)),
        });
        request.destroy();
      };
      timers.push(setTimeout(finish, limits.bodyTimeoutMs));
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= answerMaxBytes) finish();
      });
      // A cut-off body is no failure, because the status code alone tells whether the attempt succeeded.
      response.on('end', finish).on('error', finish);
    });
  });

const sendRequest = async (settings: WebhookSettings, { url, headers, body }: WebhookRequest, signal: AbortSignal) => {
  const targetUrl = new URL(url);
  const isSecure = targetUrl.protocol === 'https:';
  if (!isSecure && !settings.http) throw new DeliveryError('address');
  await requirePermittedHost(settings, targetUrl);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    // Each attempt opens a new connection, because a reused one may lead to a former IP address of the host.
    agent: false,
    lookup: makePermittedLookup(settings),
    maxHeaderSize: headersMaxBytes,
    signal,
  };
  const request = isSecure ? requestSecure(targetUrl, options) : requestPlain(targetUrl, options);
  request.end(body);
  return awaitAnswer(request, isSecure, settings);
};

/** Posts a delivery once, to public addresses only, without following redirects. Throws only if the signal aborted. */
export const post = async (
  settings: WebhookSettings,
  webhookRequest: WebhookRequest,
  signal: AbortSignal,
): Promise<AttemptResult> => {
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  try {
    const receivedAnswer = await sendRequest(settings, webhookRequest, signal);
    return { ...receivedAnswer, fault: faultOfStatus(receivedAnswer.status ?? 0), durationMs: elapsedMs() };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: faultOfError(error), status: null, answer: '', durationMs: elapsedMs() };
  }
};
