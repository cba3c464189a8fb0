/** Segments of a path or pattern. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/**
 * Tells whether a path can be of a pattern: as many segments, and those without a colon the same, in any case. The router compiles
 * an expression for every pattern it is asked about; nearly all of them are ruled out by this.
 */
export const fitsPattern = (pattern: string): ((segments: readonly string[]) => boolean) => {
  const expected = segmentsOf(pattern).map(segment => (segment.startsWith(':') ? undefined : segment.toLowerCase()));
  return segments =>
    segments.length === expected.length &&
    expected.every((segment, at) => segment === undefined || segment === segments[at]?.toLowerCase());
};
