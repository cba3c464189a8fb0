// Declared here to keep half a megabyte of coordinates out of the type check.
declare module 'world-atlas/land-50m.json' {
  const world: Parameters<typeof import('topojson-client').feature>[0];
  export default world;
}
