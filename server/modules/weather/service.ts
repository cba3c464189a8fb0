import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { WeatherItem } from '../../../src/contract/calls/weather.ts';
import type { Static } from '../../../src/contract/static.ts';
import { hourMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { errorText } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';

type WeatherAtTime = Static<typeof WeatherItem>;

const OptionalNumber = Type.Optional(Type.Number());
const PeriodForecast = Type.Object({
  summary: Type.Optional(Type.Object({ symbol_code: Type.Optional(Type.String()) })),
  details: Type.Optional(Type.Object({ precipitation_amount: OptionalNumber })),
});
type PeriodForecast = Static<typeof PeriodForecast> | undefined;
const Instant = Type.Object({
  air_temperature: OptionalNumber,
  wind_speed: OptionalNumber,
  wind_from_direction: OptionalNumber,
  relative_humidity: OptionalNumber,
  cloud_area_fraction: OptionalNumber,
});
/** The parts of met.no's locationforecast 2.0 that are read. */
const Forecast = Type.Object({
  properties: Type.Object({
    timeseries: Type.Array(
      Type.Object({
        time: Type.String(),
        data: Type.Object({
          instant: Type.Object({ details: Instant }),
          next_1_hours: Type.Optional(PeriodForecast),
          next_6_hours: Type.Optional(PeriodForecast),
        }),
      }),
    ),
  }),
});

const rainPeriodHours = 6;

const hourlyRainMm = (nextHour: PeriodForecast, nextSixHours: PeriodForecast): number | null => {
  const oneHourMm = nextHour?.details?.precipitation_amount;
  if (oneHourMm !== undefined) return oneHourMm;
  const sixHoursMm = nextSixHours?.details?.precipitation_amount;
  return sixHoursMm === undefined ? null : Math.round((sixHoursMm / rainPeriodHours) * 10) / 10;
};

/**
 * Returns every moment of a met.no forecast with the names and units of Drivedesk's API. Undefined: the answer is no
 * such forecast.
 */
const readForecast = (answer: unknown): readonly WeatherAtTime[] | undefined => {
  if (!Value.Check(Forecast, answer)) return undefined;
  const items = answer.properties.timeseries.map(({ time, data }) => {
    const { instant, next_1_hours: nextHour, next_6_hours: nextSixHours } = data;
    const { details } = instant;
    return {
      At: new Date(time),
      TemperatureC: details.air_temperature ?? null,
      WindMps: details.wind_speed ?? null,
      WindFromDeg: details.wind_from_direction ?? null,
      HumidityPercent: details.relative_humidity ?? null,
      CloudPercent: details.cloud_area_fraction ?? null,
      PrecipitationMm: hourlyRainMm(nextHour, nextSixHours),
      Symbol: (nextHour ?? nextSixHours)?.summary?.symbol_code ?? null,
    };
  });
  if (items.some(({ At }) => Number.isNaN(At.getTime()))) return undefined;
  return items.map(item => ({ ...item, At: item.At.toISOString() }));
};

/**
 * Number of decimals of coordinates in a request, because met.no rejects more. Two decimals are about a kilometre,
 * which is finer than any forecast.
 */
const coordinateDecimals = 2;
const windowMs = 3 * hourMs;
const maxCachedPlaces = 1000;
/**
 * Cache lifetime of a forecast, ms. `fallback`: lifetime if the weather service names none. `min` and `max`: limits for
 * a lifetime that the weather service names.
 */
const cacheTtlMs = { fallback: 30 * minuteMs, min: 5 * minuteMs, max: 6 * hourMs } as const;

/** Maximum size of the weather service's answer, bytes. The longest forecasts are some hundred kilobytes. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** Reads the JSON of an answer of limited size. The rest of a larger answer is not read. */
const readJson = async (response: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`Its answer is larger than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

const readTtlMs = (response: Response): number => {
  const leftMs = Date.parse(response.headers.get('expires') ?? '') - Date.now();
  return Number.isNaN(leftMs) ? cacheTtlMs.fallback : Math.min(Math.max(leftMs, cacheTtlMs.min), cacheTtlMs.max);
};

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Returns a client of the configured weather service. Forecasts are cached by location, and callers for the same
 * location share one request.
 */
export const createForecastClient = ({ weather, log }: Pick<Context, 'weather' | 'log'>) => {
  const { url, timeoutMs, maxConcurrentRequests } = weather;
  if (url === undefined) return undefined;
  let runningRequests = 0;

  const requestForecast = async (coordinates: string): Promise<{ items: readonly WeatherAtTime[]; ttlMs: number }> => {
    const [latitude = '', longitude = ''] = coordinates.split(' ');
    const requestUrl = new URL(url);
    requestUrl.searchParams.set('lat', latitude);
    requestUrl.searchParams.set('lon', longitude);
    const headers = { 'User-Agent': 'drivedesk/1.0', Accept: 'application/json' };
    const response = await fetch(requestUrl, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`It answered with status ${response.status}`);
    const items = readForecast(await readJson(response));
    if (!items) throw new Error('Its answer is not of the form of locationforecast');
    return { items, ttlMs: readTtlMs(response) };
  };

  const cache = new LRUCache<string, readonly WeatherAtTime[]>({
    max: maxCachedPlaces,
    ttl: cacheTtlMs.fallback,
    fetchMethod: async (coordinates, _stale, { options }) => {
      if (runningRequests >= maxConcurrentRequests) throw new DomainError('OVERLOADED', { retryAfterS: 5 });
      runningRequests += 1;
      try {
        const { items, ttlMs } = await requestForecast(coordinates);
        options.ttl = ttlMs;
        return items;
      } catch (error) {
        log.warn({ because: errorText(error) }, 'the weather service does not answer');
        throw new DomainError('WEATHER_UNAVAILABLE');
      } finally {
        runningRequests -= 1;
      }
    },
  });

  return {
    source: new URL(url).hostname,
    readAround: async ({ latitude, longitude }: Coordinates, at: Date): Promise<WeatherAtTime[]> => {
      const items =
        (await cache.fetch(`${latitude.toFixed(coordinateDecimals)} ${longitude.toFixed(coordinateDecimals)}`)) ?? [];
      return items.filter(({ At }) => Math.abs(Date.parse(At) - at.getTime()) <= windowMs);
    },
  };
};
