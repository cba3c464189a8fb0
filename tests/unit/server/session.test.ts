import { describe, expect, it } from 'vitest';
import { isoMoment } from '../../../server/db/connect.ts';
import { areSessionsShared } from '../../../server/db/session.ts';

describe('sessions behind a pooler', () => {
  it('are shared when two clients had one session, or a client another session in a later round', () => {
    expect(areSessionsShared([[1, 1, 1]])).toBe(true);
    expect(areSessionsShared([[1, 2, 2]])).toBe(true);
    expect(
      areSessionsShared([
        [1, 2, 3],
        [2, 3, 1],
      ]),
    ).toBe(true);
  });

  it('are not shared when each client kept its own', () => {
    expect(
      areSessionsShared([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    ).toBe(false);
  });
});

describe('a moment of the database', () => {
  it('is read with milliseconds, however many digits it has', () => {
    expect(isoMoment('2026-01-15 09:30:00+00')).toBe('2026-01-15T09:30:00.000Z');
    expect(isoMoment('2026-01-15 09:30:00.12+00')).toBe('2026-01-15T09:30:00.120Z');
    expect(isoMoment('2026-01-15 09:30:00.123456+00')).toBe('2026-01-15T09:30:00.123Z');
  });

  it.each(['2026-01-15 12:30:00+03', '2026-01-15 15:00:00.5+05:30', '2026-01-15 04:30:00-05'])(
    'in another time zone is refused, and not read as hours of UTC: %s',
    text => {
      expect(() => isoMoment(text)).toThrow(/^The session of the database has lost its settings: .* is not in UTC\.$/);
    },
  );
});
