// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { AccidentDetail, CrashFacts } from '../../../../../src/contract/shapes/accident.ts';
import { workStatus } from '../../../../../src/contract/workStatuses.ts';
import {
  firstDecision,
  firstMissingPart,
  moveOf,
  withOutcome,
  withReason,
} from '../../../../../src/custom-pages/accidents/finish/FinishSheet.tsx';
import { scriptOf } from '../../../../../src/custom-pages/accidents/processing/ProcessingPanel.tsx';

const fresh = {
  StatusOfRoadAccidentID: workStatus.inProgress,
  UnconfirmationReasonId: null,
  ContactPersonStatusId: null,
  CrashDynamicsId: null,
} as AccidentDetail;
const now = Date.parse('2026-01-15T12:00:00Z');

describe('how a case is finished', () => {
  it('is not guessed where nothing was written down, and confirmed where a crash was described', () => {
    expect(firstMissingPart(firstDecision(fresh), now)).toBe('way');
    const described = { ...fresh, ContactPersonStatusId: 2, CrashDynamicsId: 1 };
    expect(moveOf(firstDecision(described))).toEqual({
      Status: 'closed',
      StatusOfRoadAccidentID: workStatus.confirmed,
    });
  });

  it('by a reason alone: it was no crash, and the reason is sent once', () => {
    const decision = withReason(firstDecision(fresh), 2);
    expect(firstMissingPart(decision, now)).toBeUndefined();
    expect(moveOf(decision)).toEqual({
      Status: 'closed',
      StatusOfRoadAccidentID: workStatus.notConfirmed,
      UnconfirmationReasonId: 2,
    });
    expect(firstMissingPart(withReason(decision, 2), now)).toBe('reason');
  });

  it('as a mini-loss by a reason or by words, and keeps no reason of another outcome', () => {
    const mini = firstDecision(fresh, 'notvalid');
    expect(firstMissingPart(mini, now)).toBe('reason');
    expect(moveOf({ ...mini, comment: ' Мойка ' })).toEqual({ Status: 'notvalid', Reason: 'Мойка' });
    const confirmed = withOutcome(withReason(mini, 3), { to: 'closed', status: workStatus.finished });
    expect(moveOf(confirmed)).toEqual({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
  });

  it('never by a call in the past', () => {
    const later = withOutcome(firstDecision(fresh), { to: 'later' });
    expect(firstMissingPart(later, now)).toBeUndefined();
    expect(firstMissingPart({ ...later, callAt: '2020-01-01T00:00:00Z' }, now)).toBe('callAt');
  });
});

it.each([
  [{ DirectionDeg: 10, Severity: 'major' }, 'front'],
  [{ DirectionDeg: 90, Severity: 'minor' }, 'side'],
  [{ DirectionDeg: 175, Severity: 'minor' }, 'rear'],
  [{ DirectionDeg: null, Severity: 'minor' }, 'unknown'],
  [{ DirectionDeg: null, Severity: 'mini' }, 'weak'],
  [{ DirectionDeg: 10, Severity: 'minor', CrashReasons: ['vertical'] }, 'noImpact'],
] as const)('an impact of %o is asked about as "%s"', (facts, kind) => {
  expect(scriptOf({ CrashReasons: null, ...facts } as unknown as CrashFacts)).toBe(kind);
});
