import type { Curve } from '../../../src/contract/shapes/telemetry.ts';
import { momentMs } from '../../domain/moment.ts';
import type { Ignored } from './ignored.ts';
import { isRow } from './rows.ts';

const members = new Set(['Start', 'RateHz', 'Longitudinal', 'Lateral', 'Vertical', 'RangeG', 'Frame']);
const axes = ['Longitudinal', 'Lateral', 'Vertical'] as const;

/** Largest acceleration that a sensor can report, g. */
const largestG = 2000;
const fastestHz = 100_000;
/** Longest recording, s. */
const longestS = 24 * 3600;
/** Smaller samples become 0. They mean the same to every reader, and jsonb would write 1e-308 with all its digits. */
const smallestG = 1e-9;

const isSample = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= largestG;

/** The longest stretch of samples that all axes have. */
const wholeStretch = (sent: readonly (readonly unknown[])[], length: number) => {
  let [from, to, begun] = [0, 0, 0];
  for (let at = 0; at <= length; at++) {
    if (at < length && sent.every(axis => isSample(axis[at]))) continue;
    if (at - begun > to - from) [from, to] = [begun, at];
    begun = at + 1;
  }
  return { from, to };
};

/**
 * Reads a recording. Whatever cannot be read counts as not sent, because a recording with a fault must not keep its
 * impact out. Of samples with gaps the longest stretch without a gap stays. `Start` is empty if it cannot be read.
 * Null: nothing can be read.
 */
export const readCurve = (sent: unknown, name: 'Acceleration' | 'Curve', ignored: Ignored): Curve | null => {
  if (sent === undefined || sent === null) return null;
  const none = (field: string): null => {
    ignored.count(field);
    return null;
  };
  if (!isRow(sent)) return none(name);
  for (const member of Object.keys(sent)) if (!members.has(member)) ignored.count(`${name}.${member}`);
  const lists: (readonly unknown[])[] = [];
  for (const axis of axes) {
    const list = sent[axis];
    if (!Array.isArray(list)) return none(`${name}.${axis}`);
    lists.push(list);
  }
  const { RateHz, RangeG, Frame, Start } = sent;
  const length = Math.min(...lists.map(each => each.length));
  if (!(typeof RateHz === 'number' && RateHz > 0 && RateHz <= fastestHz && length / RateHz <= longestS))
    return none(`${name}.RateHz`);
  for (const [n, axis] of axes.entries()) {
    const list = lists[n] as readonly unknown[];
    const lost = list.slice(0, length).filter(value => !isSample(value)).length + list.length - length;
    if (lost > 0) ignored.count(`${name}.${axis}`, lost);
  }
  const { from, to } = wholeStretch(lists, length);
  const samples = (n: number): number[] =>
    (lists[n] as readonly number[]).slice(from, to).map(value => (Math.abs(value) < smallestG ? 0 : value));
  const isRange = typeof RangeG === 'number' && RangeG > 0 && RangeG <= largestG;
  if (!isRange && RangeG !== undefined && RangeG !== null) ignored.count(`${name}.RangeG`);
  const isFrame = Frame === 'vehicle' || Frame === 'device';
  if (!isFrame) ignored.count(`${name}.Frame`);
  const startMs = momentMs(Start);
  if (Number.isNaN(startMs)) ignored.count(`${name}.Start`);
  return {
    Start: Number.isNaN(startMs)
      ? ''
      : from === 0
        ? String(Start)
        : new Date(startMs + (from / RateHz) * 1000).toISOString(),
    RateHz,
    Longitudinal: samples(0),
    Lateral: samples(1),
    Vertical: samples(2),
    ...(isRange && { RangeG }),
    // Without a frame the axes are unknown.
    Frame: isFrame ? Frame : 'device',
  };
};
