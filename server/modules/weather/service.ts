import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { WeatherItem } from '../../../src/contract/calls/weather.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Context } from '../../context.ts';
import { errorText } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';

type Weather = Static<typeof WeatherItem>;

const Figure = Type.Optional(Type.Number());
const Hours = Type.Object({
  summary: Type.Optional(Type.Object({ symbol_code: Type.Optional(Type.String()) })),
  details: Type.Optional(Type.Object({ precipitation_amount: Figure })),
});
type Hours = Static<typeof Hours> | undefined;
const Instant = Type.Object({
  air_temperature: Figure,
  wind_speed: Figure,
  wind_from_direction: Figure,
  relative_humidity: Figure,
  cloud_area_fraction: Figure,
});
/** The parts of met.no's locationforecast 2.0 that are read. */
const Forecast = Type.Object({
  properties: Type.Object({
    timeseries: Type.Array(
      Type.Object({
        time: Type.String(),
        data: Type.Object({
          instant: Type.Object({ details: Instant }),
          next_1_hours: Type.Optional(Hours),
          next_6_hours: Type.Optional(Hours),
        }),
      }),
    ),
  }),
});

const hoursOfRain = 6;

const rainOf = (hour: Hours, hours: Hours): number | null => {
  const inHour = hour?.details?.precipitation_amount;
  if (inHour !== undefined) return inHour;
  const inSix = hours?.details?.precipitation_amount;
  return inSix === undefined ? null : Math.round((inSix / hoursOfRain) * 10) / 10;
};

/** Every moment of a forecast with this interface's names and units. Undefined: the answer has another form. */
const readForecast = (answer: unknown): readonly Weather[] | undefined => {
  if (!Value.Check(Forecast, answer)) return undefined;
  const items = answer.properties.timeseries.map(({ time, data }) => {
    const { instant, next_1_hours: hour, next_6_hours: hours } = data;
    const { details } = instant;
    return {
      At: new Date(time),
      TemperatureC: details.air_temperature ?? null,
      WindMps: details.wind_speed ?? null,
      WindFromDeg: details.wind_from_direction ?? null,
      HumidityPercent: details.relative_humidity ?? null,
      CloudPercent: details.cloud_area_fraction ?? null,
      PrecipitationMm: rainOf(hour, hours),
      Symbol: (hour ?? hours)?.summary?.symbol_code ?? null,
    };
  });
  if (items.some(({ At }) => Number.isNaN(At.getTime()))) return undefined;
  return items.map(item => ({ ...item, At: item.At.toISOString() }));
};

/**
 * Number of decimals of coordinates in a request, because met.no rejects more. Two decimals are about a kilometre,
 * which is finer than any forecast.
 */
const decimals = 2;
const aroundMs = 3 * 3_600_000;
const places = 1000;
const minute = 60_000;
/**
 * Lifetime of a cached answer, ms. `usual`: if the service gives no lifetime. `least` and `most`: limits of a lifetime
 * that the service gives.
 */
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
