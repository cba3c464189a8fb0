import { clockFaults } from './clockSteps.ts';
import { createTrack, type Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/**
 * Indexes of fixes in a message dated by a clock that stepped back between the message before and this one. `known`:
 * believed fixes by rising time, the newest of the messages before among them; those around the times of `sent` tell a
 * message that is merely late from a clock at fault. `sent`: the message's believable fixes, in the order sent.
 */
export const clockFaultsAfter = (
  known: Track,
  sent: Track,
  settings: TelemetrySettings = defaultSettings,
): number[] => {
  const before = known.timeMs.length;
  const whole = createTrack(before + sent.timeMs.length);
  for (const name of Object.keys(whole) as (keyof Track)[]) {
    whole[name].set(known[name]);
    whole[name].set(sent[name], before);
  }
  const { timeMs } = whole;
  const inOrder = Uint32Array.from(timeMs, (_, i) => i);
  const byTime = inOrder.slice().sort((a, b) => timeMs[a]! - timeMs[b]! || a - b);
  return clockFaults(whole, inOrder, byTime, settings).flatMap(i => (i >= before ? [i - before] : []));
};
