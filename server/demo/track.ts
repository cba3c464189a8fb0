import { createTrack, type Track } from '../domain/telemetry/positions.ts';
import type { Drive } from './drive.ts';
import type { Random } from './random.ts';
import { type Net, toLatitude, toLongitude } from './roads/net.ts';

const twoPi = 2 * Math.PI;

/** Error of a fix: wanders over minutes by a few metres, jitters little from second to second. */
const wanderM = 2.2;
const jitterM = 0.25;
const wanderMemory = 0.985;
const wanderStepM = wanderM * Math.sqrt(1 - wanderMemory ** 2);

/** The device's track of a drive, one fix a second. */
export const trackOf = (net: Net, drive: Drive, startMs: number, random: Random): Track => {
  const { path, distanceM, speedMs } = drive;
  const track = createTrack(distanceM.length);
  const last = path.alongM.length - 1;
  let errorX = random.normal(0, wanderM);
  let errorY = random.normal(0, wanderM);
  let altitudeM = net.city === 'moscow' ? 150 : 12;
  let hdop = random.between(0.7, 1.1);
  let satellites = random.integer(11, 17);
  let courseDeg = Number.NaN;
  let at = 0;
  // A sum of three uniform draws is near enough to a normal one here and costs a third of it.
  const draw = () => (random.next() + random.next() + random.next() - 1.5) * 2;
  for (let second = 0; second < distanceM.length; second++) {
    const alongM = distanceM[second]!;
    while (at < last - 1 && path.alongM[at + 1]! <= alongM) at++;
    const share = Math.min(1, (alongM - path.alongM[at]!) / (path.alongM[at + 1]! - path.alongM[at]! || 1));
    const dx = path.xM[at + 1]! - path.xM[at]!;
    const dy = path.yM[at + 1]! - path.yM[at]!;
    const speed = speedMs[second]!;
    errorX = wanderMemory * errorX + wanderStepM * draw();
    errorY = wanderMemory * errorY + wanderStepM * draw();
    if (random.chance(0.02)) {
      satellites = Math.max(7, Math.min(19, satellites + random.integer(-1, 1)));
      hdop = Math.max(0.6, Math.min(2.4, hdop + random.between(-0.15, 0.15)));
    }
    altitudeM += draw() * 0.15;
    // A standing receiver keeps its last course. Before the first movement it points ahead.
    if (speed > 1 || Number.isNaN(courseDeg))
      courseDeg = ((Math.atan2(dx, dy) / twoPi) * 360 + draw() * 1.2 + 360) % 360;
    // Receivers hold the position of a standing car.
    const jitter = speed > 0.5 ? jitterM : 0.05;
    track.timeMs[second] = startMs + second * 1000;
    track.latitude[second] = toLatitude(net, path.yM[at]! + dy * share + errorY + jitter * draw());
    track.longitude[second] = toLongitude(net, path.xM[at]! + dx * share + errorX + jitter * draw());
    track.speedKmh[second] = speed > 0.3 ? Math.max(0, speed * 3.6 + draw() * 0.35) : 0;
    track.courseDeg[second] = courseDeg;
    track.hdop[second] = hdop;
    track.altitudeM[second] = altitudeM;
    track.satellites[second] = satellites;
    track.ignition[second] = 1;
  }
  if (distanceM.length > 0) track.ignition[distanceM.length - 1] = 0;
  return track;
};
