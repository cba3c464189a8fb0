// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../../../../../src/api/client.ts';
import type { ErrorCode } from '../../../../../src/contract/errors.ts';
import { placeOf } from '../../../../../src/custom-pages/accidents/formats.ts';
import { imageFaults, mayRetry } from '../../../../../src/custom-pages/accidents/images/check.ts';
import { countsDown, draft, noteFault } from '../../../../../src/custom-pages/accidents/notes/NotesPanel.tsx';

describe('a note', () => {
  it('needs at least one character that is not blank', () => {
    expect(['', ' ', '\n\t'].map(noteFault)).toEqual(['required', 'required', 'required']);
    expect(noteFault('x')).toBeUndefined();
  });

  it('holds up to 100,000 characters', () => {
    expect(noteFault('x'.repeat(100_000))).toBeUndefined();
    expect(noteFault('x'.repeat(100_001))).toBe('tooLong');
    expect([countsDown('x'.repeat(89_999)), countsDown('x'.repeat(90_000))]).toEqual([false, true]);
  });

  it('keeps what was typed, per accident, until it is sent', () => {
    draft.write(7, 1, 'Перезвонить');
    expect([draft.read(7, 1), draft.read(7, 2), draft.read(8, 1)]).toEqual(['Перезвонить', '', '']);
    draft.write(7, 1, '');
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a picture', () => {
  const file = { name: 'a.jpg', type: 'image/jpeg', size: 10 };
  it('is looked at before it is sent', () => {
    expect(imageFaults(file, 0)).toEqual([]);
    expect(imageFaults({ ...file, size: 15 * 1024 * 1024 }, 0)).toEqual([]);
    expect(imageFaults({ ...file, size: 15 * 1024 * 1024 + 1 }, 0)).toEqual(['size']);
    expect(imageFaults({ ...file, size: 0 }, 0)).toEqual(['empty']);
    expect(imageFaults({ ...file, type: 'application/pdf' }, 0)).toEqual(['type']);
    expect(imageFaults({ ...file, name: 'IMG.HEIC', type: '' }, 0)).toEqual([]);
    expect(imageFaults(file, 60)).toEqual(['count']);
    expect(imageFaults({ name: 'film.mp4', type: 'video/mp4', size: 99_000_000 }, 60)).toEqual([
      'type',
      'size',
      'count',
    ]);
  });

  const answered = (status: number, Code?: ErrorCode) =>
    new ApiError(status, Code && { Message: '', TraceId: '', Code });
  it('is offered again only where another try may succeed', () => {
    for (const [status, code] of [
      [422, 'NOT_A_PICTURE'],
      [422, 'PICTURE_CUT'],
      [413, 'TOO_MANY_PIXELS'],
      [413, 'TOO_LARGE'],
      [403, 'FORBIDDEN'],
      // A proxy's answer.
      [413, undefined],
    ] as const)
      expect(mayRetry(answered(status, code)), String(code)).toBe(false);
    for (const [status, code] of [
      [503, 'OVERLOADED'],
      [500, 'INTERNAL'],
      [400, 'UPLOAD_CUT'],
      [409, 'LOCK_NEEDED'],
      [422, 'TOO_MANY_IMAGES'],
      [502, undefined],
    ] as const)
      expect(mayRetry(answered(status, code)), String(code)).toBe(true);
    expect(mayRetry(new OfflineError())).toBe(true);
  });
});

describe('places', () => {
  it('leave out what is not known', () => {
    expect(placeOf({ ZipCode: '', City: 'Москва', Street: '' })).toBe('Москва');
  });
});
