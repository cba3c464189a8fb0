import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { VehicleSamples } from '../../server/domain/telemetry/manoeuvre.ts';
import { toVehicle } from '../../server/domain/telemetry/orientation.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import { vehicleAxesOf } from './earthAxes.ts';
import type { Truth } from './folder.ts';
import { statedAxes } from './orientations.ts';

/** Returns real driving at a rate that resolves impacts, in vehicle axes. */
export const backgroundsOf = ({ drives, earth }: Truth): VehicleSamples[] => [
  ...earth.map(stretch => vehicleAxesOf(stretch).samples),
  ...drives
    .filter(({ curves }) => curves.length > 0)
    .flatMap(({ curves }) => {
      const axes = statedAxes(curves);
      return curves
        .filter(
          ({ rateHz, longitudinalG }) => rateHz >= defaultSettings.miniFromHz && longitudinalG.length > rateHz * 10,
        )
        .map(curve => toVehicle(curve, axes));
    }),
];

/** Returns the acceleration of a background from `fromS` on, g, without gravity. */
export const feltFrom =
  ({ rateHz, longitudinal, lateral, vertical }: VehicleSamples, fromS: number) =>
  (atS: number): readonly [number, number, number] => {
    const i = Math.min(longitudinal.length - 1, Math.round((fromS + atS) * rateHz));
    return [longitudinal[i]!, lateral[i]!, vertical[i]! - 1];
  };

export const secondsOf = ({ rateHz, longitudinal }: VehicleSamples): number => longitudinal.length / rateHz;

/** Returns a part of a background as a triggered device would have sent it. */
export const recordOf = (background: VehicleSamples, fromS: number, seconds: number): CurveSamples => {
  const { rateHz, longitudinal, lateral, vertical } = background;
  const from = Math.round(fromS * rateHz);
  const take = (axis: Float32Array): Float64Array =>
    Float64Array.from(axis.subarray(from, from + Math.round(seconds * rateHz)));
  return {
    startMs: 0,
    rateHz,
    longitudinalG: take(longitudinal),
    lateralG: take(lateral),
    verticalG: take(vertical),
    rangeG: 16,
    frame: 'vehicle',
  };
};
