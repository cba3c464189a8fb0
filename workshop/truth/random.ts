/** Returns a seeded generator (mulberry32), so that each run has the same corruptions. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    uniform,
    between: (low: number, high: number): number => low + uniform() * (high - low),
    below: (bound: number): number => Math.floor(uniform() * bound),
    normal: (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
};
export type Random = ReturnType<typeof randomOf>;

/** Name that changes all seeds. Empty: the usual seeds. */
let draw = '';
export const setDraw = (name: string): void => {
  draw = name;
};

/** Returns a seed that depends only on names, so that a recording's corruptions do not depend on other files. */
export const seedOf = (...names: readonly (string | number)[]): number => {
  let hash = 2_166_136_261;
  for (const character of [...names, ...(draw ? [draw] : [])].join('\n'))
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return hash >>> 0;
};
