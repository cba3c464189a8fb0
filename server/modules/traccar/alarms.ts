import type { AlarmKind } from '../../../src/contract/alarms.ts';
import { isRow } from '../ingest/service.ts';

/** Meaning of a Traccar alarm in Drivedesk. An alarm without a kind of its own is `other` and keeps its name. */
export interface TraccarAlarm {
  readonly kind: AlarmKind;
  /** Name of the alarm as sent. Empty if the kind says everything. */
  readonly code: string;
}

/** Alarms of Traccar (org.traccar.model.Position) by their names. */
const meanings: Readonly<Record<string, AlarmKind>> = {
  accident: 'accident',
  sos: 'sos',
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
  tow: 'tow',
  jamming: 'jamming',
  vibration: 'vibration',
  fallDown: 'fall',
};

/** AVL elements of Teltonika that Traccar passes on by number, with the values that mean an alarm. */
const teltonika: Readonly<Record<string, Readonly<Record<number, AlarmKind>>>> = {
  // 1 and 6: a real crash, of a calibrated device and of one that is not. The others announce its trace.
  io247: { 1: 'accident', 6: 'accident' },
  io246: { 1: 'tow' },
  io249: { 1: 'jamming' },
  io318: { 1: 'jamming', 2: 'jamming' },
  io236: { 1: 'sos' },
  io242: { 1: 'fall' },
  io252: { 1: 'powerCut' },
};

/** More than Traccar has kinds of alarms. */
const mostAlarms = 100;
const longestName = 64;

const namesOf = (alarm: unknown): string[] => {
  if (alarm === undefined || alarm === null || alarm === false) return [];
  // Several at once stand with commas between.
  if (typeof alarm === 'string') return alarm.split(',');
  if (Array.isArray(alarm)) return alarm.flatMap(namesOf);
  return [typeof alarm === 'object' ? JSON.stringify(alarm) : String(alarm)];
};

const named = (alarm: unknown): TraccarAlarm[] =>
  namesOf(alarm)
    .map(name => name.trim().slice(0, longestName))
    .filter(Boolean)
    .map(name => (Object.hasOwn(meanings, name) ? { kind: meanings[name]!, code: '' } : { kind: 'other', code: name }));

/**
 * Reads alarms from the attributes of Teltonika devices. An unknown value becomes a notice, because a maker may
 * renumber the codes.
 */
const numbered = (attributes: Readonly<Record<string, unknown>>): TraccarAlarm[] =>
  Object.entries(teltonika).flatMap(([name, kinds]): TraccarAlarm[] => {
    const value = attributes[name];
    const number = typeof value === 'boolean' || typeof value === 'string' ? Number(value) : value;
    if (value === undefined || value === null || value === '' || number === 0) return [];
    const kind = typeof number === 'number' && Object.hasOwn(kinds, number) ? kinds[number] : undefined;
    if (kind) return [{ kind, code: '' }];
    const code = `${name}=${(typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, longestName)}`;
    return [{ kind: name === 'io247' ? 'crashCode' : 'other', code: code.slice(0, longestName) }];
  });

/**
 * The alarms of a message, each once: those of its position, and that of its event. Of too many, those that open a case
 * come first, and `left` counts the others.
 */
export const alarmsOf = (
  position: unknown,
  event: unknown,
): { readonly alarms: readonly TraccarAlarm[]; readonly left: number } => {
  const attributes = isRow(position) && isRow(position.attributes) ? position.attributes : {};
  const ofEvent = isRow(event) && isRow(event.attributes) ? named(event.attributes.alarm) : [];
  const protocol = isRow(position) ? position.protocol : undefined;
  const found = [...named(attributes.alarm), ...ofEvent, ...(protocol === 'teltonika' ? numbered(attributes) : [])];
  // An event that is an alarm and does not say which.
  if (found.length === 0 && isRow(event) && event.type === 'alarm') found.push({ kind: 'other', code: 'alarm' });
  const alarms = [...new Map(found.map(alarm => [`${alarm.kind} ${alarm.code}`, alarm])).values()];
  if (alarms.length <= mostAlarms) return { alarms, left: 0 };
  const ofCases = alarms.filter(({ kind }) => kind === 'accident' || kind === 'sos');
  const others = alarms.filter(alarm => !ofCases.includes(alarm));
  return { alarms: [...ofCases, ...others].slice(0, mostAlarms), left: alarms.length - mostAlarms };
};
