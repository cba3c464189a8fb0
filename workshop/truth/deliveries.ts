import type { Curve, Position, StatisticMessage } from '../../src/contract/shapes/telemetry.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';
import type { Delivery } from './ingestServer.ts';

/** Fixes and acceleration that a device recorded on a drive. */
export interface DeviceRecording {
  readonly positions: readonly Position[];
  readonly curves: readonly Curve[];
}

type Message = Omit<StatisticMessage, 'Imei'>;
interface Part {
  readonly lastMs: number;
  readonly messages: readonly Message[];
}

const timeOf = ({ DateTime }: Position): number => Date.parse(DateTime);

/** Returns the samples of a curve from one moment to before another. Undefined if there are fewer than two. */
const cutCurve = (curve: Curve, fromMs: number, toMs: number): Curve | undefined => {
  const startMs = Date.parse(curve.Start);
  const index = (ms: number): number =>
    Math.max(0, Math.min(curve.Vertical.length, Math.ceil(((ms - startMs) / 1000) * curve.RateHz)));
  const [from, to] = [index(fromMs), index(toMs)];
  if (to - from < 2) return undefined;
  return {
    ...curve,
    Start: new Date(startMs + (from / curve.RateHz) * 1000).toISOString(),
    Longitudinal: curve.Longitudinal.slice(from, to),
    Lateral: curve.Lateral.slice(from, to),
    Vertical: curve.Vertical.slice(from, to),
  };
};

/** Divides a recording into messages of `size` fixes. Acceleration travels with the fixes of its time. */
export const divideRecording = ({ positions, curves }: DeviceRecording, size: number): Part[] => {
  const parts: Part[] = [];
  for (let from = 0; from < positions.length; from += size) {
    const Positions = positions.slice(from, from + size);
    const next = positions[from + size];
    const fromMs = from === 0 ? Number.NEGATIVE_INFINITY : timeOf(Positions[0]!);
    const toMs = next ? timeOf(next) : Number.POSITIVE_INFINITY;
    const pieces = curves.flatMap(curve => cutCurve(curve, fromMs, toMs) ?? []);
    const messages: Message[] = [
      { MessageId: `${from}`, Positions, ...(pieces[0] && { Acceleration: pieces[0] }) },
      ...pieces.slice(1).map((Acceleration, n) => ({ MessageId: `${from}-${n}`, Positions: [], Acceleration })),
    ];
    parts.push({ lastMs: timeOf(Positions.at(-1)!), messages });
  }
  return parts;
};

const sendingMs = 3000;
const arriveLive = (parts: readonly Part[]): Delivery[] =>
  parts.map(({ lastMs, messages }) => ({ arrivedMs: lastMs + sendingMs, messages }));
/** Returns parts that arrive one after another, from a moment on. */
const arriveFrom = (parts: readonly Part[], fromMs: number): Delivery[] =>
  parts.map(({ messages }, n) => ({ arrivedMs: fromMs + (n + 1) * sendingMs, messages }));

/** Orders in which messages arrive, by name. */
export const deliveryOrders: Readonly<Record<string, (parts: readonly Part[]) => Delivery[]>> = {
  'in order': arriveLive,
  reversed: parts => arriveFrom([...parts].reverse(), parts.at(-1)!.lastMs),
  'live first, the backlog behind': parts => {
    const lostFrom = Math.ceil(parts.length * 0.3);
    const liveFrom = Math.max(lostFrom, Math.floor(parts.length * 0.8));
    const live = parts[liveFrom]!;
    return [
      ...arriveLive(parts.slice(0, lostFrom)),
      ...arriveLive([live]),
      ...arriveFrom([...parts.slice(lostFrom, liveFrom), ...parts.slice(liveFrom + 1)], parts.at(-1)!.lastMs),
    ];
  },
  'repeated, with the same number and with a new one': parts =>
    arriveLive(parts).flatMap(delivery => {
      const renumbered = delivery.messages.map(message => ({ ...message, MessageId: `${message.MessageId}/again` }));
      return [delivery, delivery, { ...delivery, messages: renumbered }];
    }),
  'late by six hours': parts => arriveFrom(parts, parts.at(-1)!.lastMs + 6 * hourMs),
};

/** Returns a recording with at most one fix in `everyS` seconds. */
export const thinRecording = ({ positions, curves }: DeviceRecording, everyS: number): DeviceRecording => {
  let nextMs = Number.NEGATIVE_INFINITY;
  const thinned = positions.filter(position => {
    const ms = timeOf(position);
    if (ms < nextMs) return false;
    // Half a second is left for clocks that do not tick on the full second.
    nextMs = ms + everyS * 1000 - 500;
    return true;
  });
  return { positions: thinned, curves };
};

/** Removes from a recording the values that a kind of device does not measure, by kind. The first keeps all values. */
export const sources: Readonly<Record<string, (recording: DeviceRecording) => DeviceRecording>> = {
  acceleration: recording => recording,
  'receiver speed': ({ positions }) => ({ positions, curves: [] }),
  'places only': ({ positions }) => ({
    positions: positions.map(({ Speed, Course, ...place }) => place),
    curves: [],
  }),
};

export const withIgnition = ({ positions, curves }: DeviceRecording): DeviceRecording => ({
  positions: positions.map(position => ({ ...position, Ignition: true })),
  curves,
});
