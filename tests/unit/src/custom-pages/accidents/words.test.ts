// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { fromLocalInput, placeOf, toLocalInput } from '../../../../../src/custom-pages/accidents/formats.ts';
import { imageFault } from '../../../../../src/custom-pages/accidents/images/check.ts';
import { countsDown, draft, noteFault } from '../../../../../src/custom-pages/accidents/notes/note.ts';
import { changesOf, merged, type Values } from '../../../../../src/custom-pages/accidents/processing/values.ts';

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

describe('the interview', () => {
  const before: Values = {
    StatusOfRoadAccidentID: 1,
    ContactPersonStatusId: null,
    CrashDynamicsId: 2,
    UnconfirmationReasonId: null,
    CarPartIds: [1, 2],
    DamageDescriptionIds: [],
    DateTimeOfNextCall: '2026-01-15T06:00:00Z',
  };

  it('sends only what was changed', () => {
    const same = { ...before, CarPartIds: [2, 1], DateTimeOfNextCall: '2026-01-15T06:00:00.000Z' };
    expect(changesOf(before, same)).toEqual({});
    expect(changesOf(before, { ...same, CrashDynamicsId: null })).toEqual({ CrashDynamicsId: null });
  });

  it('keeps what was typed over a fresher record', () => {
    const typed = { ...before, ContactPersonStatusId: 3 };
    const current = { ...before, CrashDynamicsId: 7, ContactPersonStatusId: 1 };
    expect(merged(before, typed, current)).toEqual({ ...current, ContactPersonStatusId: 3 });
  });
});

describe('moments and places', () => {
  it('come back from the field as they went in, to the minute', () => {
    const moment = '2026-01-15T06:42:00.000Z';
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
    expect([fromLocalInput(''), toLocalInput(null)]).toEqual([null, '']);
  });

  it('leave out what is not known', () => {
    expect(placeOf({ ZipCode: '', City: 'Москва', Street: '' })).toBe('Москва');
  });
});
