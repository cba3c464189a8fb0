// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../../../../../src/api/client.ts';
import type { ErrorCode } from '../../../../../src/contract/errors.ts';
import type { AccidentDetail, CrashFacts } from '../../../../../src/contract/shapes/accident.ts';
import { workStatus } from '../../../../../src/contract/workStatuses.ts';
import {
  firstMissingPart,
  initialDecision,
  toMoveBody,
  withOutcome,
  withReason,
} from '../../../../../src/custom-pages/accidents/finish/DecisionForm.tsx';
import { formatPlace } from '../../../../../src/custom-pages/accidents/formats.ts';
import { imageFaults, imageFaultsByFile, mayRetry } from '../../../../../src/custom-pages/accidents/images/check.ts';
import { hadLease, rememberLease } from '../../../../../src/custom-pages/accidents/lock/LeaseContext.tsx';
import { isNearLimit, noteFault } from '../../../../../src/custom-pages/accidents/notes/NotesPanel.tsx';
import { noteDraft } from '../../../../../src/custom-pages/accidents/notes/noteDraft.ts';
import { scriptKindOf } from '../../../../../src/custom-pages/accidents/processing/ProcessingPanel.tsx';

const fresh = {
  StatusOfRoadAccidentID: workStatus.inProgress,
  UnconfirmationReasonId: null,
  ContactPersonStatusId: null,
  CrashDynamicsId: null,
} as AccidentDetail;
const now = Date.parse('2026-01-15T12:00:00Z');

describe('how a case is finished', () => {
  it('is not guessed where nothing was written down, and confirmed where a crash was described', () => {
    expect(firstMissingPart(initialDecision(fresh), now)).toBe('way');
    const described = { ...fresh, ContactPersonStatusId: 2, CrashDynamicsId: 1 };
    // Answers from before this visit, as of a reopened case, propose nothing.
    expect(firstMissingPart(initialDecision(described, undefined, true), now)).toBe('way');
    expect(toMoveBody(initialDecision(described))).toEqual({
      Status: 'closed',
      StatusOfRoadAccidentID: workStatus.confirmed,
    });
  });

  it('by a reason alone: it was no crash, and the reason is sent once', () => {
    const decision = withReason(initialDecision(fresh), 2);
    expect(firstMissingPart(decision, now)).toBeUndefined();
    expect(toMoveBody(decision)).toEqual({
      Status: 'closed',
      StatusOfRoadAccidentID: workStatus.notConfirmed,
      UnconfirmationReasonId: 2,
    });
    expect(firstMissingPart(withReason(decision, 2), now)).toBe('reason');
  });

  it('as a mini-loss by a reason or by words, and keeps no reason of another outcome', () => {
    const mini = initialDecision(fresh, 'notvalid');
    expect(firstMissingPart(mini, now)).toBe('reason');
    expect(toMoveBody({ ...mini, comment: ' Мойка ' })).toEqual({ Status: 'notvalid', Reason: 'Мойка' });
    const confirmed = withOutcome(withReason(mini, 3), { kind: 'closed', status: workStatus.finished });
    expect(toMoveBody(confirmed)).toEqual({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
  });

  it('never by a call in the past', () => {
    const later = withOutcome(initialDecision(fresh), { kind: 'later' });
    expect(firstMissingPart(later, now)).toBeUndefined();
    expect(firstMissingPart({ ...later, callAt: '2020-01-01T00:00:00Z' }, now)).toBe('callAt');
  });
});

it.each([
  [{ DirectionDeg: 10, Severity: 'major' }, 'front'],
  [{ DirectionDeg: 90, Severity: 'minor' }, 'side'],
  [{ DirectionDeg: 175, Severity: 'minor' }, 'rear'],
  [{ DirectionDeg: null, Severity: 'minor' }, 'unknown'],
  [{ DirectionDeg: 175, DirectionErrorDeg: 180, Severity: 'minor' }, 'unknown'],
  [{ DirectionDeg: null, Severity: 'mini' }, 'weak'],
  [{ DirectionDeg: 10, Severity: 'minor', CrashReasons: ['vertical'] }, 'noImpact'],
] as const)('an impact of %o is asked about as "%s"', (facts, kind) => {
  expect(scriptKindOf({ CrashReasons: null, ...facts } as unknown as CrashFacts)).toBe(kind);
});

describe('a note', () => {
  it('needs at least one character that is not blank', () => {
    expect(['', ' ', '\n\t', '\u200b\u3164'].map(noteFault)).toEqual(Array(4).fill('required'));
    expect(noteFault('x')).toBeUndefined();
  });

  it('holds up to 100,000 characters', () => {
    expect(noteFault('x'.repeat(100_000))).toBeUndefined();
    expect(noteFault('x'.repeat(100_001))).toBe('tooLong');
    expect([isNearLimit('x'.repeat(89_999)), isNearLimit('x'.repeat(90_000))]).toEqual([false, true]);
  });

  it('keeps what was typed, per accident, until it is sent', () => {
    noteDraft.write(7, 1, 'Перезвонить');
    expect([noteDraft.read(7, 1), noteDraft.read(7, 2), noteDraft.read(8, 1)]).toEqual(['Перезвонить', '', '']);
    noteDraft.write(7, 1, '');
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

  it('takes no place among the sixty if it cannot be sent', () => {
    const faults = imageFaultsByFile([{ ...file, size: 0 }, { ...file, type: 'image/gif' }, file, file], 59);
    expect(faults).toEqual([['empty'], ['type'], [], ['count']]);
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
    expect(formatPlace({ ZipCode: '', City: 'Москва', Street: '' })).toBe('Москва');
  });
});

describe('reload', () => {
  const now = Date.parse('2026-01-15T12:00:00Z');

  beforeEach(() => sessionStorage.clear());

  it('a case held when its page went is known to the page that comes next, once', () => {
    rememberLease(5, 100, now);
    expect(hadLease(5, 100, now + 2_000)).toBe(true);
    expect(hadLease(5, 100, now + 2_000)).toBe(false);
  });

  it('is nothing to another case, another person, or after the lease', () => {
    rememberLease(5, 100, now);
    expect(hadLease(5, 101, now)).toBe(false);
    rememberLease(5, 100, now);
    expect(hadLease(6, 100, now)).toBe(false);
    expect(hadLease(5, 100, now + 60_000)).toBe(false);
    expect(hadLease(5, 100, now)).toBe(false);
  });
});
