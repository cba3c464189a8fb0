/** Returns the segments of a path or pattern. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/**
 * Returns a fast test whether a path may match a pattern: equal number of segments, and equal segments without a colon,
 * ignoring case. The router compiles an expression for every pattern, and this test excludes nearly all of them before
 * that.
 */
export const fitsPattern = (pattern: string): ((segments: readonly string[]) => boolean) => {
  const expected = segmentsOf(pattern).map(segment => (segment.startsWith(':') ? undefined : segment.toLowerCase()));
  return segments =>
    segments.length === expected.length &&
    expected.every((segment, at) => segment === undefined || segment === segments[at]?.toLowerCase());
};
