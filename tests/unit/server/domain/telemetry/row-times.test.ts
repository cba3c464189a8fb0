import { describe, expect, it } from 'vitest';
import { countIgnored } from '../../../../../server/modules/ingest/ignored.ts';
import { preparePositions } from '../../../../../server/modules/ingest/positions.ts';

const nowMs = Date.parse('2026-01-15T12:00:00Z');
const fix = (DateTime: string) => ({ DateTime, Latitude: 55.75, Longitude: 37.62 });

describe('a time of a fix that nothing could store', () => {
  it.each(['99999-01-01', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'])(
    'as %s is named, and the others are taken',
    far => {
      const { accepted, refused } = preparePositions([fix('2026-01-15T11:59:00Z'), fix(far)], nowMs, countIgnored());
      expect({ accepted, refused }).toEqual({
        accepted: 1,
        refused: [{ Row: 1, Field: 'DateTime', Reason: 'format' }],
      });
    },
  );
});
