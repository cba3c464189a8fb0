// Said here, its half a megabyte of coordinates is not read by the type check.
declare module 'world-atlas/land-50m.json' {
  const world: Parameters<typeof import('topojson-client').feature>[0];
  export default world;
}
