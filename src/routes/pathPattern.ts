/** Returns the parts of a path or path pattern between its slashes. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/**
 * Returns a fast test whether a path may match a pattern. Both must have the same number of segments, and segments
 * without a colon must be equal, ignoring case. The test saves time, because the router compiles a regular expression
 * for each pattern it tries.
 */
export const patternMatcher = (pattern: string): ((segments: readonly string[]) => boolean) => {
  const expectedSegments = segmentsOf(pattern).map(segment =>
    segment.startsWith(':') ? undefined : segment.toLowerCase(),
  );
  return segments =>
    segments.length === expectedSegments.length &&
    expectedSegments.every((segment, index) => segment === undefined || segment === segments[index]?.toLowerCase());
};
