// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../../src/custom-pages/accidents/formats.ts';
import { imageFault } from '../../../../../src/custom-pages/accidents/images/check.ts';
import { countsDown, draft, noteFault } from '../../../../../src/custom-pages/accidents/notes/note.ts';

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
    expect(imageFault(file, 0)).toBeUndefined();
    expect(imageFault({ ...file, size: 15 * 1024 * 1024 }, 0)).toBeUndefined();
    expect(imageFault({ ...file, size: 15 * 1024 * 1024 + 1 }, 0)).toBe('size');
    expect(imageFault({ ...file, size: 0 }, 0)).toBe('empty');
    expect(imageFault({ ...file, type: 'application/pdf' }, 0)).toBe('type');
    expect(imageFault({ ...file, name: 'IMG.HEIC', type: '' }, 0)).toBeUndefined();
    expect(imageFault(file, 60)).toBe('count');
  });
});

describe('places', () => {
  it('leave out what is not known', () => {
    expect(placeOf({ ZipCode: '', City: 'Москва', Street: '' })).toBe('Москва');
  });
});
