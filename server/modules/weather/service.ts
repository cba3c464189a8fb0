import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { errorText } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import { readForecast, type Weather } from './forecast.ts';

/** Decimals of coordinates. met.no rejects more, and two are a kilometre, finer than any forecast. */
const decimals = 2;
const aroundMs = 3 * 3_600_000;
const places = 1000;
const minute = 60_000;
/** Cache lifetime, ms: `usual` if the service gives none, else the given one between `least` and `most`. */
const freshMs = { usual: 30 * minute, least: 5 * minute, most: 6 * 60 * minute } as const;

/** Maximum size of an answer, bytes. The longest forecasts are some hundred kilobytes. */
const largestBytes = 2 * 1024 * 1024;

/** JSON of an answer of limited size. The rest of a larger answer is not read. */
const readJson = async (response: Response): Promise<unknown> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > largestBytes) throw new Error(`Its answer is larger than ${largestBytes} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

const freshFor = (response: Response): number => {
  const leftMs = Date.parse(response.headers.get('expires') ?? '') - Date.now();
  return Number.isNaN(leftMs) ? freshMs.usual : Math.min(Math.max(leftMs, freshMs.least), freshMs.most);
};

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Returns a client of the configured service. Answers are cached by place, and callers of the same place share one
 * request.
 */
export const makeForecasts = ({ weather, log }: Pick<Context, 'weather' | 'log'>) => {
  const { url, timeoutMs, atOnce } = weather;
  if (url === undefined) return undefined;
  let underWay = 0;

  const ask = async (place: string): Promise<{ items: readonly Weather[]; ttlMs: number }> => {
    const [latitude = '', longitude = ''] = place.split(' ');
    const address = new URL(url);
    address.searchParams.set('lat', latitude);
    address.searchParams.set('lon', longitude);
    const headers = { 'User-Agent': 'drivedesk/1.0', Accept: 'application/json' };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`It answered with status ${response.status}`);
    const items = readForecast(await readJson(response));
    if (!items) throw new Error('Its answer is not of the form of locationforecast');
    return { items, ttlMs: freshFor(response) };
  };

  const answers = new LRUCache<string, readonly Weather[]>({
    max: places,
    ttl: freshMs.usual,
    fetchMethod: async (place, _stale, { options }) => {
      if (underWay >= atOnce) throw new DomainError('OVERLOADED', { retryAfterS: 5 });
      underWay += 1;
      try {
        const { items, ttlMs } = await ask(place);
        options.ttl = ttlMs;
        return items;
      } catch (error) {
        log.warn({ because: errorText(error) }, 'the weather service does not answer');
        throw new DomainError('WEATHER_UNAVAILABLE');
      } finally {
        underWay -= 1;
      }
    },
  });

  return {
    source: new URL(url).hostname,
    around: async ({ latitude, longitude }: Place, at: Date): Promise<Weather[]> => {
      const items = (await answers.fetch(`${latitude.toFixed(decimals)} ${longitude.toFixed(decimals)}`)) ?? [];
      return items.filter(({ At }) => Math.abs(Date.parse(At) - at.getTime()) <= aroundMs);
    },
  };
};
