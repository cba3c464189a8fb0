import type { Track } from './positions.ts';
import { createLineTest, createReachTest } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** Minimum number of fixes off the line of their neighbours that contradict a piece of track. Fewer are jumps. */
const minContradictions = 3;

/**
 * Whether a piece of track continues the stored fixes around its time, whatever the order of arrival. `joined`: the
 * stored fixes, then the fixes of the piece from index `pieceFrom`, each by rising time.
 * A car must get from the last stored fix before the piece to the piece, and from the piece to the next stored fix. A
 * stored fix more than `clockStepMs` away proves nothing, because a car can get anywhere in that time.
 * Stored fixes between those of the piece must not contradict most of them.
 */
export const continuesTrack = (joined: Track, pieceFrom: number, settings: TelemetrySettings): boolean => {
  const { timeMs } = joined;
  const end = timeMs.length;
  if (pieceFrom === 0 || pieceFrom === end) return false;
  const isReachable = createReachTest(joined, settings);
  const isOnLine = createLineTest(joined, settings);
  const areClose = (a: number, b: number): boolean => timeMs[b]! - timeMs[a]! <= settings.clockStepMs;
  let after = 0;
  let comparedCount = 0;
  let contradictingCount = 0;
  let connectionCount = 0;
  for (let i = pieceFrom; i < end; i++) {
    while (after < pieceFrom && timeMs[after]! < timeMs[i]!) after++;
    const [hasBefore, hasAfter] = [after > 0, after < pieceFrom];
    if (i === pieceFrom && hasBefore && areClose(after - 1, i)) {
      if (!isReachable(after - 1, i)) return false;
      connectionCount++;
    }
    if (i === end - 1 && hasAfter && areClose(i, after)) {
      if (!isReachable(i, after)) return false;
      connectionCount++;
    }
    if (!hasBefore || !hasAfter || !areClose(after - 1, after)) continue;
    comparedCount++;
    if (!isOnLine(after - 1, i, after)) contradictingCount++;
  }
  const isContradicted = contradictingCount >= minContradictions && contradictingCount * 2 > comparedCount;
  return connectionCount + comparedCount > 0 && !isContradicted;
};
