import Type from 'typebox';
import { Value } from 'typebox/value';
import type { WeatherItem } from '../../../src/contract/calls/weather.ts';
import type { Static } from '../../../src/contract/static.ts';

export type Weather = Static<typeof WeatherItem>;

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
export const readForecast = (answer: unknown): readonly Weather[] | undefined => {
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
