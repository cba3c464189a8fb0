// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace } from '../../../../../src/schema/kinds/coordinates.ts';
import { formatPosition } from '../../../../../src/schema/kinds/format.ts';

describe('coordinates that are typed or pasted', () => {
  it.each([
    '55.7558, 37.6173',
    '55.7558,37.6173',
    '55.7558 37.6173',
    '55.7558; 37.6173',
    '55,7558 37,6173',
    '55,7558, 37,6173',
    '55,7558,37,6173',
    '55,7558; 37,6173',
    '(55.7558, 37.6173)',
    '[55.7558, 37.6173]',
    'geo:55.7558,37.6173',
    'geo:55.7558,37.6173?z=15',
    'geo:55.7558,37.6173;u=35',
    'Координаты: 55.7558, 37.6173',
    'lat 55.7558 lon 37.6173',
    'lat: 55.7558, lng: 37.6173',
    'широта 55,7558 долгота 37,6173',
    '55.7558N 37.6173E',
    '55.7558° N, 37.6173° E',
    'N55.7558 E37.6173',
    'N 55.7558, E 37.6173',
    'E37.6173 N55.7558',
    '37.6173E, 55.7558N',
    '55,7558° с. ш.  37,6173° в. д.',
    '55.7558 с.ш. 37.6173 в.д.',
    '\u200e55.7558,\u00a037.6173',
    'https://yandex.ru/maps/213/moscow/?ll=37.6173%2C55.7558&z=16',
    'https://yandex.ru/maps/?ll=30.1%2C60.2&whatshere%5Bpoint%5D=37.6173%2C55.7558&z=16',
    'https://yandex.ru/maps/?pt=37.6173,55.7558&z=18&l=map',
    'https://yandex.ru/maps/?rtext=~55.7558%2C37.6173&rtt=auto',
    'https://maps.google.com/?q=55.7558,37.6173',
    'https://www.google.com/maps/@55.7558,37.6173,15z',
    'https://www.google.com/maps/place/X/@55.1,37.1,17z/data=!3m1!4b1!4m5!3d55.7558!4d37.6173',
    'https://www.google.com/maps/search/?api=1&query=55.7558%2C37.6173',
    'https://www.google.com/maps/search/55.7558,+37.6173',
    'https://2gis.ru/moscow/geo/37.6173%2C55.7558',
    'https://2gis.ru/moscow/geo/4504127908538375/37.6173,55.7558',
    'https://2gis.ru/moscow?m=37.6173%2C55.7558%2F16',
    'https://www.openstreetmap.org/#map=15/55.7558/37.6173',
    'https://www.openstreetmap.org/?mlat=55.7558&mlon=37.6173#map=12/55.1/37.1',
    'https://maps.apple.com/?ll=55.7558,37.6173&q=Dropped%20Pin',
  ])('are 55.7558, 37.6173 as %s', text => expect(parsePlace(text)).toEqual([55.7558, 37.6173]));

  it.each([
    `55°45'20"N 37°37'03"E`,
    '55°45′20″N, 37°37′03″E',
    '55° 45’ 20” N 37° 37’ 3” E',
    `55°45'20'' 37°37'03''`,
    '55°45′20″ с. ш. 37°37′03″ в. д.',
    `N 55°45'20" E 37°37'03"`,
    `55°45.3333' N 37°37.05' E`,
  ])('are degrees and minutes as %s', text => {
    const [latitude, longitude] = parsePlace(text) ?? [];
    expect(latitude).toBeCloseTo(55.75556, 4);
    expect(longitude).toBeCloseTo(37.6175, 4);
  });

  it('are south and west by letter or by sign', () => {
    expect(parsePlace('33.45 S, 70.66 W')).toEqual([-33.45, -70.66]);
    expect(parsePlace('-33.45, -70.66')).toEqual([-33.45, -70.66]);
  });

  it.each([
    [55.7558, 37.6173],
    [-33.45, -70.66],
  ] as const)('are read as the pages show them: %d %d', (latitude, longitude) => {
    for (const shown of [
      formatPlace(latitude, longitude),
      formatPosition(latitude, longitude, 'ru'),
      formatPosition(latitude, longitude, 'en'),
    ])
      expect(parsePlace(shown)).toEqual([latitude, longitude]);
  });

  it.each([
    '',
    '55.7558',
    '95.1, 37.6',
    '55.7, 190.1',
    '55,7, 37',
    `55°75'20"N 37°37'03"E`,
    '55.7N 37.6N',
    'ул. Мира, 5',
    'https://yandex.ru/maps/-/CDabc123',
    'https://example.com/?ll=37.6173,55.7558',
    '55.7, 37.6, 12.5',
  ])('are none as %s', text => expect(parsePlace(text)).toBeUndefined());
});
