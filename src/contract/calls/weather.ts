import Type from 'typebox';
import { Moment, nullable } from '../shapes/common.ts';

const NullableNumber = nullable(Type.Number());

export const WeatherItem = Type.Object({
  At: Moment,
  TemperatureC: NullableNumber,
  WindMps: NullableNumber,
  /** Direction that the wind comes from, degrees clockwise from north. */
  WindFromDeg: NullableNumber,
  HumidityPercent: NullableNumber,
  CloudPercent: NullableNumber,
  /**
   * Precipitation of the hour that begins at this time, mm. If the weather service gives only a sum for six hours, the
   * value is a sixth of this sum.
   */
  PrecipitationMm: NullableNumber,
  /** Name that the weather service met.no gives to the weather, for example `rain` or `clearsky_day`. */
  Symbol: nullable(Type.String()),
});

export const weatherCalls = {
  'GET /WeatherForecast': {
    tag: 'Weather',
    title: 'Read the weather at a place and time',
    purpose:
      'Weather within three hours of a moment (default: now), in order of time. `Source` is the host of the weather service. Null: no service is configured (`WEATHER_URL`).',
    access: 'public',
    query: Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      at: Type.Optional(Moment),
    }),
    answer: Type.Object({ Source: nullable(Type.String()), Items: Type.Array(WeatherItem) }),
  },
} as const;
