import type { AlarmKind } from '../../../src/contract/alarms.ts';
import type { TraccarMessage } from '../../../src/contract/shapes/traccar.ts';

/** Alarms of Traccar (org.traccar.model.Position) that mean something here; `accident` becomes a case. */
const meanings: Readonly<Record<string, AlarmKind | 'accident'>> = {
  accident: 'accident',
  powerCut: 'powerCut',
  powerOff: 'powerCut',
  powerRestored: 'powerRestored',
  powerOn: 'powerRestored',
  removing: 'deviceMoved',
  tampering: 'deviceMoved',
  hardAcceleration: 'acceleration',
  hardBraking: 'braking',
  hardCornering: 'cornering',
  laneChange: 'directionChange',
  overspeed: 'speeding',
};

const named = (attributes: Readonly<Record<string, unknown>> | null | undefined): string[] => {
  const alarm = attributes?.alarm;
  // Several at once stand with commas between.
  return typeof alarm === 'string' ? alarm.split(',').map(each => each.trim()) : [];
};

/** What the alarms of a message mean, each once: those of a position, or that of an event. */
export const alarmsOf = ({ position, event }: TraccarMessage): ReadonlySet<AlarmKind | 'accident'> => {
  const names = event ? (event.type === 'alarm' ? named(event.attributes) : []) : named(position?.attributes);
  return new Set(names.flatMap(name => (Object.hasOwn(meanings, name) ? [meanings[name]!] : [])));
};
