import type { AlarmKind } from '../../../src/contract/alarms.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import { isRow } from '../ingest/service.ts';

/** Meaning of a Traccar alarm in Drivedesk. An alarm without a kind of its own is `other` and keeps its name. */
export interface TraccarAlarm {
  readonly kind: AlarmKind;
  /** Name of the alarm as sent. Empty if the name adds nothing to `kind`. */
  readonly code: string;
}

/**
 * Kinds of alarms by their names in Traccar (org.traccar.model.Position). Upper and lower case count as equal, because
 * devices also write SOS.
 */
const kindsByName: Readonly<Record<string, AlarmKind>> = {
  accident: 'accident',
  sos: 'sos',
  manDown: 'sos',
  // Exact names only, because a text with this word may also name the type of the vehicle.
  ambulance: 'sos',
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

/** Words in the name of an attribute or an event that mean an alarm, whatever the protocol. */
const wordKinds: Readonly<Record<string, AlarmKind>> = {
  accident: 'accident',
  crash: 'accident',
  rollover: 'accident',
  airbag: 'accident',
  overturn: 'accident',
  overturned: 'accident',
  collision: 'crashCode',
  impact: 'crashCode',
  sos: 'sos',
  panic: 'sos',
  emergency: 'sos',
  ecall: 'sos',
  help: 'sos',
  medical: 'sos',
  distress: 'sos',
  mayday: 'sos',
  rescue: 'sos',
  duress: 'sos',
  holdup: 'sos',
  robbery: 'sos',
  hijack: 'sos',
  hijacking: 'sos',
  carjacking: 'sos',
  assault: 'sos',
  tow: 'tow',
  towed: 'tow',
  towing: 'tow',
  evacuation: 'tow',
  jam: 'jamming',
  jamming: 'jamming',
  vibration: 'vibration',
  shock: 'vibration',
  fall: 'fall',
  tamper: 'deviceMoved',
  tampering: 'deviceMoved',
  alarm: 'other',
  alarms: 'other',
  alert: 'other',
  intrusion: 'other',
  theft: 'other',
  fire: 'other',
  smoke: 'other',
  дтп: 'accident',
  авария: 'accident',
  avariya: 'accident',
  dtp: 'accident',
  опрокидывание: 'accident',
  переворот: 'accident',
  удар: 'crashCode',
  удара: 'crashCode',
  udar: 'crashCode',
  столкновение: 'crashCode',
  столкновения: 'crashCode',
  сос: 'sos',
  паника: 'sos',
  тревожная: 'sos',
  помощь: 'sos',
  помощи: 'sos',
  медпомощь: 'sos',
  медицинская: 'sos',
  скорая: 'sos',
  скорой: 'sos',
  нападение: 'sos',
  ограбление: 'sos',
  pomosch: 'sos',
  эвакуация: 'tow',
  эвакуатор: 'tow',
  буксировка: 'tow',
  глушение: 'jamming',
  вибрация: 'vibration',
  пожар: 'other',
  задымление: 'other',
  угон: 'other',
  тревога: 'other',
  тревоги: 'other',
  trevoga: 'other',
  trevogi: 'other',
};

const kindByLowerCaseName = new Map(Object.entries(kindsByName).map(([name, kind]) => [name.toLowerCase(), kind]));

/**
 * Words in a name which show that the name is no alarm, although it contains an alarm word. For example, `crashCount`
 * is a figure.
 */
const figureWords = new Set(
  [
    'count total queue label status modifier data threshold level sensitivity duration time distance enabled max min',
    'average refueling device bracelet',
    'счётчик счетчик количество число порог уровень сила чувствительность длительность время дата номер',
  ]
    .join(' ')
    .split(' '),
);

/** Values of an attribute which mean that its alarm is not raised. */
const notRaisedTexts = new Set([
  ...['', '0', 'false', 'no', 'off', 'none', 'null', 'ok', 'normal', 'na', 'n/a', 'inactive', 'released'],
  ...['нет', 'выкл', 'норма', 'отжата', 'не нажата', 'неактивна'],
]);
const raisedTexts = new Set([
  ...['1', 'true', 'yes', 'on', 'active', 'pressed', 'detected', 'triggered'],
  ...['да', 'вкл', 'нажата', 'активна', 'сработка', 'сработала', 'сработал'],
]);

/**
 * Words that may stand beside `crash` or `sos` in the name of an alarm signal. A name with any other word may be the
 * name of a setting.
 */
const signalWords = new Set(
  [
    'button pressed event alarm alarms alert detected active flag signal call request',
    'кнопка вызов тревога тревоги сработка нажата',
  ]
    .join(' ')
    .split(' '),
);

/** Words in the name of an attribute whose value is a text about an event, such as `eventType`. */
const descriptiveWords = new Set(
  'event events alarm alarms reason type trigger cause enum code state status message text событие причина сообщение'.split(
    ' ',
  ),
);

/** Names of attributes that describe the vehicle itself. Their text, such as `medical`, is no event. */
const isVehicleType = (name: string): boolean => /^(vehicle|car|object|unit)[ ._-]?type$/i.test(name);

const splitWords = (name: string): string[] =>
  name
    // Otherwise the capital in eCall would make two words of it.
    .replace(/(?<!\p{L})e[ _-]?call/giu, 'ecall')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

const isCaseKind = (kind: AlarmKind | undefined): boolean => kind === 'accident' || kind === 'sos';

const kindOfName = (name: string): AlarmKind | undefined => {
  const words = splitWords(name);
  if (words.some(word => figureWords.has(word))) return undefined;
  const foundKinds = words.filter(word => Object.hasOwn(wordKinds, word)).map(word => wordKinds[word]!);
  const kind = foundKinds.find(each => each !== 'other') ?? foundKinds[0];
  const isSignal = words.every(word => Object.hasOwn(wordKinds, word) || signalWords.has(word));
  if (!isCaseKind(kind) || isSignal) return kind;
  return kind === 'accident' ? 'crashCode' : 'other';
};

/** Events of Traccar itself (org.traccar.model.Event) about the connection, geofences and its own schedules. */
const serverEvents = new Set([
  'commandResult',
  'deviceOnline',
  'deviceUnknown',
  'deviceOffline',
  'deviceInactive',
  'queuedCommandSent',
  'deviceMoving',
  'deviceStopped',
  'deviceFuelIncrease',
  'geofenceEnter',
  'geofenceExit',
  'geofenceCrossed',
  'proximityEnter',
  'proximityExit',
  'ignitionOn',
  'ignitionOff',
  'maintenance',
  'driverChanged',
  'media',
  'textMessage',
]);

/**
 * Values of Teltonika's AVL elements that mean an alarm. Traccar passes these elements on under their numbers, such as
 * `io247`.
 */
const teltonikaAlarms: Readonly<Record<string, Readonly<Record<number, AlarmKind>>>> = {
  // Values 1 and 6 mean a real crash, of a calibrated and of an uncalibrated device. The other values announce a
  // recording of the crash.
  io247: { 1: 'accident', 6: 'accident' },
  io246: { 1: 'tow' },
  io249: { 1: 'jamming' },
  io318: { 1: 'jamming', 2: 'jamming' },
  io236: { 1: 'sos' },
  io242: { 1: 'fall' },
  io252: { 1: 'powerCut' },
};

/**
 * Largest crash code in the element `io247`. A larger value comes from a device of another maker and means something
 * else.
 */
const maxCrashCode = 15;

/** Maximum number of alarms that are read from one message. Traccar has fewer kinds of alarms. */
const maxAlarms = 100;
const maxNameLength = 64;

const alarmNamesOf = (alarm: unknown): string[] => {
  if (alarm === undefined || alarm === null || alarm === false || alarm === 0 || alarm === '0') return [];
  // Commas separate several alarms in one text, and semicolons in older versions of Traccar.
  if (typeof alarm === 'string') return alarm.split(/[,;|]/);
  if (Array.isArray(alarm)) return alarm.flatMap(alarmNamesOf);
  return [typeof alarm === 'object' ? JSON.stringify(alarm) : String(alarm)];
};

/** Reads the alarm that a text names. Numbers are ignored, because they are reasons of reports that differ by maker. */
const alarmsOfText = (text: unknown): TraccarAlarm[] => {
  const kind = typeof text === 'string' ? kindOfName(text) : undefined;
  return kind
    ? [{ kind, code: kind === 'other' || kind === 'crashCode' ? String(text).trim().slice(0, maxNameLength) : '' }]
    : [];
};

const alarmsOfNames = (alarm: unknown): TraccarAlarm[] =>
  alarmNamesOf(alarm)
    .map(name => name.trim().slice(0, maxNameLength))
    .filter(Boolean)
    .map(name => {
      const kind = kindByLowerCaseName.get(name.toLowerCase());
      return kind ? { kind, code: '' } : (alarmsOfText(name)[0] ?? { kind: 'other', code: name });
    });

type Attributes = Readonly<Record<string, unknown>>;

const codeOf = (name: string, value: unknown): string =>
  `${name}=${(typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, maxNameLength)}`.slice(
    0,
    maxNameLength,
  );

/**
 * Reads alarms from the attributes of Teltonika devices. An unknown value becomes a notice, because a maker may
 * renumber the codes.
 */
const teltonikaAlarmsOf = (attributes: Attributes): TraccarAlarm[] =>
  Object.entries(teltonikaAlarms).flatMap(([name, kinds]): TraccarAlarm[] => {
    const value = attributes[name];
    const number = typeof value === 'boolean' || typeof value === 'string' ? Number(value) : value;
    if (isBlank(value) || number === 0) return [];
    const kind = typeof number === 'number' && Object.hasOwn(kinds, number) ? kinds[number] : undefined;
    if (kind) return [{ kind, code: '' }];
    return [{ kind: name === 'io247' ? 'crashCode' : 'other', code: codeOf(name, value) }];
  });

/**
 * Reads elements that have the number of a Teltonika alarm, but come from a device of another maker. Returns a notice
 * if the element caused the message, or if the value looks like a crash code. The meaning of such an element is
 * unknown, so no case is opened.
 */
const otherMakersAlarmsOf = (attributes: Attributes): TraccarAlarm[] =>
  Object.keys(teltonikaAlarms).flatMap((name): TraccarAlarm[] => {
    const value = attributes[name];
    const number = Number(value);
    if (isBlank(value) || !(number > 0)) return [];
    const isCrashCode = name === 'io247' && Number.isInteger(number) && number <= maxCrashCode;
    if (!isCrashCode && `io${String(attributes.event)}` !== name) return [];
    return [{ kind: name === 'io247' ? 'crashCode' : 'other', code: codeOf(name, value) }];
  });

/** Attributes that `alarmsByAttributeName` ignores, because other functions of this file read them. */
const separatelyReadAttributes = new Set(['alarm', 'event']);

/**
 * Reads alarms that a protocol sends as an attribute of its own, such as `sos` of Wialon or `panic` of TK103. A value
 * other than yes or no becomes a notice, because its meaning is unknown. The code of the notice leaves out a number
 * with a fraction, because such a number changes all the time.
 */
const alarmsByAttributeName = (attributes: Attributes): TraccarAlarm[] =>
  Object.entries(attributes).flatMap(([name, value]): TraccarAlarm[] => {
    const kind = separatelyReadAttributes.has(name) ? undefined : kindOfName(name);
    if (!kind) return [];
    const text = String(value).trim().toLowerCase();
    if (value === null || (typeof value !== 'object' && notRaisedTexts.has(text))) return [];
    if (raisedTexts.has(text)) return [{ kind, code: kind === 'other' || kind === 'crashCode' ? name : '' }];
    const code =
      typeof value === 'number' && !Number.isInteger(value) ? name.slice(0, maxNameLength) : codeOf(name, value);
    if (kind === 'accident') return [{ kind: 'crashCode', code }];
    return [{ kind: kind === 'sos' ? 'other' : kind, code }];
  });

/** Reads alarms from attributes whose text names an alarm, such as `event: 'crash'` or `eventType: 'sos'`. */
const alarmsOfDescriptions = (attributes: Attributes): TraccarAlarm[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    name !== 'alarm' && !isVehicleType(name) && splitWords(name).some(word => descriptiveWords.has(word))
      ? alarmsOfText(value)
      : [],
  );

const alarmsOfEventType = (type: unknown): TraccarAlarm[] => {
  if (typeof type !== 'string' || type.trim() === '' || type === 'alarm' || serverEvents.has(type)) return [];
  if (type === 'deviceOverspeed') return [{ kind: 'speeding', code: '' }];
  const code = type.trim().slice(0, maxNameLength);
  return [alarmsOfText(type.replace(/^device/, ''))[0] ?? { kind: 'other', code }];
};

/**
 * Returns the alarms of a position and its event, each once, at most `maxAlarms`. If there are more, alarms that open
 * a case are kept first. `leftOut`: number of alarms left out.
 */
export const alarmsOf = (
  position: unknown,
  event: unknown,
): { readonly alarms: readonly TraccarAlarm[]; readonly leftOut: number } => {
  const attributes = isRow(position) && isRow(position.attributes) ? position.attributes : {};
  const eventRow = isRow(event) ? event : {};
  const eventAttributes = isRow(eventRow.attributes) ? eventRow.attributes : {};
  const protocol = isRow(position) ? String(position.protocol ?? '').toLowerCase() : '';
  const isTeltonika = protocol === '' || protocol === 'teltonika';
  const foundAlarms = [
    ...alarmsOfNames(attributes.alarm),
    ...alarmsOfNames(eventAttributes.alarm),
    ...alarmsByAttributeName(eventAttributes),
    ...alarmsOfDescriptions(eventAttributes),
    ...alarmsOfNames(eventRow.alarm),
    ...(isTeltonika ? teltonikaAlarmsOf(attributes) : otherMakersAlarmsOf(attributes)),
    ...alarmsByAttributeName(attributes),
    ...alarmsOfDescriptions(attributes),
    ...(isRow(position) ? alarmsOfNames(position.alarm) : []),
    ...(typeof event === 'string' ? alarmsOfNames(event) : []),
    ...alarmsOfEventType(eventRow.type),
  ];
  // An event of the type alarm may lack the name of the alarm.
  if (foundAlarms.length === 0 && eventRow.type === 'alarm') foundAlarms.push({ kind: 'other', code: 'alarm' });
  const alarms = [...new Map(foundAlarms.map(alarm => [`${alarm.kind} ${alarm.code}`, alarm])).values()];
  if (alarms.length <= maxAlarms) return { alarms, leftOut: 0 };
  const caseAlarms = alarms.filter(({ kind }) => isCaseKind(kind));
  const others = alarms.filter(alarm => !caseAlarms.includes(alarm));
  return { alarms: [...caseAlarms, ...others].slice(0, maxAlarms), leftOut: alarms.length - maxAlarms };
};
