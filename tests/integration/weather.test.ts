import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

const asked: (string | undefined)[] = [];
const hour = (time: string, air_temperature: number, more: object = {}) => ({
  time,
  data: { instant: { details: { air_temperature, wind_speed: 4.2, wind_from_direction: 270 } }, ...more },
});
const rain = { next_1_hours: { summary: { symbol_code: 'rain' }, details: { precipitation_amount: 1.4 } } };
const six = { next_6_hours: { summary: { symbol_code: 'cloudy' }, details: { precipitation_amount: 3 } } };
const forecast = {
  type: 'Feature',
  properties: {
    meta: { units: { air_temperature: 'celsius' } },
    timeseries: [
      hour('2026-01-15T08:00:00Z', -3),
      hour('2026-01-15T12:00:00Z', -1, rain),
      hour('2026-01-15T14:00:00Z', 0.5, six),
      hour('2026-01-15T16:00:00Z', 1),
    ],
  },
};
const usual = (response: ServerResponse): unknown => response.end(JSON.stringify(forecast));
let answering = usual;
const service = createServer((request, response) => {
  asked.push(request.url);
  answering(response);
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/compact`;
  app = await openTestApp('2026-01-15T12:00:00.000Z', { weather: { url, timeoutMs: 1000 } });
});
afterAll(async () => {
  await app.close();
  service.close();
});

const ask = (query: string) => app.anonymous('GET', `/WeatherForecast?${query}`);
const nothing = { WindMps: 4.2, WindFromDeg: 270, HumidityPercent: null, CloudPercent: null };

describe('hours of weather', () => {
  it('are those around the moment, in the words of the contract, and asked for once', async () => {
    const [one, other] = await Promise.all([
      ask('latitude=55.7512&longitude=37.6184'),
      ask('latitude=55.75&longitude=37.62'),
    ]);
    expect(one.body).toEqual({
      Source: '127.0.0.1',
      Items: [
        { ...nothing, At: '2026-01-15T12:00:00.000Z', TemperatureC: -1, PrecipitationMm: 1.4, Symbol: 'rain' },
        { ...nothing, At: '2026-01-15T14:00:00.000Z', TemperatureC: 0.5, PrecipitationMm: 0.5, Symbol: 'cloudy' },
      ],
    });
    expect(other.body).toEqual(one.body);
    const later = await ask('latitude=55.75&longitude=37.62&at=2026-01-15T17:00:00Z');
    expect(later.body.Items.map(({ At }: { At: string }) => At.slice(11, 16))).toEqual(['14:00', '16:00']);
    expect(asked).toEqual(['/compact?lat=55.75&lon=37.62']);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['refuses', response => response.writeHead(403).end('no')],
    ['speaks of something else', response => response.end('{"hello":1}')],
    ['says nothing', () => undefined],
    ['says far too much', response => response.end(JSON.stringify({ ...forecast, much: 'x'.repeat(3_000_000) }))],
  ])('are refused with a message when the service %s', async (how, answer) => {
    answering = answer;
    const { status, body } = await ask(`latitude=${how.length}&longitude=1`);
    expect([status, body.Code, body.Message]).toEqual([
      503,
      'WEATHER_UNAVAILABLE',
      'Служба погоды не отвечает. Повторите через минуту',
    ]);
    answering = usual;
  });
});
