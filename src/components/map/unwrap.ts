type Ring = GeoJSON.Position[];

const turn = 360;
/** A ring nearer to a pole is no coast, degrees. */
const poleLatitude = 89;

/**
 * Shifts a ring by 360° so that its middle is on the map. A ring that began just behind the antimeridian is a full turn
 * away from its holes.
 */
const onTheGlobe = (ring: Ring): Ring => {
  const longitudes = ring.map(([lng = 0]) => lng);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const back = middle < -turn / 2 ? turn : middle > turn / 2 ? -turn : 0;
  return back === 0 ? ring : ring.map(([lng = 0, lat = 0]) => [lng + back, lat]);
};

/**
 * Returns a ring that continues beyond 180° instead of jumping to −180°, because the jump is drawn across the whole
 * map. A ring around a pole is closed along the pole. Undefined: the pole itself.
 */
const unwrapRing = (ring: Ring): Ring | undefined => {
  let shift = 0;
  const whole = ring.map(([lng = 0, lat = 0], at): GeoJSON.Position => {
    const step = at === 0 ? 0 : lng - (ring[at - 1]?.[0] ?? 0);
    if (step > turn / 2) shift -= turn;
    if (step < -turn / 2) shift += turn;
    return [lng + shift, lat];
  });
  const [first, last] = [whole[0], whole.at(-1)];
  if (shift === 0 || !first || !last) return onTheGlobe(whole);
  if (whole.every(([, lat = 0]) => Math.abs(lat) > poleLatitude)) return undefined;
  const pole = Math.sign(last[1] ?? 0) * 90;
  return [...whole, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
};

const widthOf = (ring: Ring): number => {
  const longitudes = ring.map(([lng = 0]) => lng);
  return Math.max(...longitudes) - Math.min(...longitudes);
};

/** The first ring is the land, the others are its seas. The source has another order: Eurasia's ring comes last. */
const unwrapPolygon = (rings: Ring[]): Ring[] =>
  rings
    .map(unwrapRing)
    .filter(ring => ring !== undefined)
    .sort((a, b) => widthOf(b) - widthOf(a));

/** Returns areas without an edge that runs across the map. */
export const unwrap = (features: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection => ({
  ...features,
  features: features.features.map(each => {
    const { geometry } = each;
    if (geometry.type === 'Polygon')
      return { ...each, geometry: { ...geometry, coordinates: unwrapPolygon(geometry.coordinates) } };
    if (geometry.type === 'MultiPolygon')
      return { ...each, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapPolygon) } };
    return each;
  }),
});
