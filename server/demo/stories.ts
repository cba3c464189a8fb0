import { workStatus } from './accidentPlan.ts';
import type { DemoAccident } from './accidents.ts';
import type { ImpactKind } from './impacts.ts';
import { createRandom, type Random } from './random.ts';

/** What operators recorded, by wire field names: fields, notes and history agree by construction. */
export type Processing = {
  ContactPersonStatusId: number | null;
  CrashDynamicsId: number | null;
  UnconfirmationReasonId: number | null;
  DamageDescriptionIds: number[];
  CarPartIds: number[];
  DateTimeOfNextCall: string | null;
};
export type Change = { field: string; before: unknown; after: unknown };
export type HistoryEntry = {
  atMs: number;
  byDevice: boolean;
  action: 'create' | 'update' | 'move' | 'note';
  reason: string | null;
  changes: Change[];
};
export type Story = {
  processing: Processing;
  notes: { atMs: number; text: string }[];
  history: HistoryEntry[];
  version: number;
};

const minuteMs = 60_000;

const crashTexts: Record<ImpactKind, readonly string[]> = {
  front: [
    'Ответил водитель. Не успел затормозить, столкновение с впереди идущим автомобилем. Пострадавших нет, ДПС вызвана.',
    'Со слов клиента, впереди резко остановился грузовой фургон. Повреждены передний бампер, капот и фара.',
  ],
  rear: [
    'Клиент стоял на светофоре, сзади въехал другой автомобиль. Пострадавших нет, оформляют европротокол.',
    'Удар сзади в заторе. Повреждены задний бампер и крышка багажника, автомобиль на ходу.',
  ],
  left: ['Удар в левый борт при перестроении второго участника. Двери слева замяты, подушки не сработали.'],
  right: ['На перекрёстке справа выехал автомобиль, удар в правую сторону. Ждут сотрудников ДПС.'],
  kerb: ['Клиент подтвердил наезд на бордюр при парковке. Повреждены диск и порог.'],
  pothole: ['Клиент попал в глубокую яму, повреждена шина. Просит консультацию по ремонту.'],
  slam: ['Клиент у автомобиля, происшествия не было.'],
};
const falseTexts: Partial<Record<ImpactKind, string>> = {
  kerb: 'Клиент сообщил, что заехал на бордюр. Повреждений нет, обращаться не будет.',
  pothole: 'Со слов клиента, проехал яму. Автомобиль цел, страховой случай не подтверждён.',
  slam: 'Клиент сильно хлопнул дверью. Происшествия не было.',
};
// Dictionary unconfirmationReasons: pothole 1, kerb 2, slam 3.
const reasonIds: Partial<Record<ImpactKind, number>> = { pothole: 1, kerb: 2, slam: 3 };
// Dictionary crashDynamics.
const dynamicsIds: Record<ImpactKind, number> = { front: 1, rear: 1, left: 3, right: 3, kerb: 6, pothole: 6, slam: 4 };

// Dictionary carParts: bumpers 1 and 2, bonnet 3, boot lid 4, doors 10 to 13, lights 16 to 18, wheels 20.
const carParts: Record<ImpactKind, readonly number[]> = {
  front: [1, 3, 16],
  rear: [2, 4, 18],
  left: [6, 10, 12],
  right: [7, 11, 13],
  kerb: [1, 20],
  pothole: [20],
  slam: [],
};

const emptyProcessing = (): Processing => ({
  ContactPersonStatusId: null,
  CrashDynamicsId: null,
  UnconfirmationReasonId: null,
  DamageDescriptionIds: [],
  CarPartIds: [],
  DateTimeOfNextCall: null,
});

const outcome = (accident: DemoAccident, today: Date, random: Random): Processing => {
  const { kind, workStatusId, nextCallInHours } = accident.plan;
  const done = emptyProcessing();
  if (nextCallInHours !== null) {
    const atMs = Math.max(accident.createdMs + 6 * minuteMs, today.getTime() + nextCallInHours * 3_600_000);
    done.DateTimeOfNextCall = new Date(Math.round(atMs / minuteMs) * minuteMs).toISOString();
  }
  if (workStatusId === workStatus.notConfirmed) {
    done.ContactPersonStatusId = random.pick([1, 2]);
    done.UnconfirmationReasonId = reasonIds[kind] ?? 6;
  } else if (workStatusId === workStatus.unreachable) {
    done.ContactPersonStatusId = 6;
  } else if (workStatusId >= workStatus.confirmed) {
    done.ContactPersonStatusId = random.pick([1, 2, 2, 3]);
    done.CrashDynamicsId = kind === 'front' && random.chance(0.3) ? 6 : dynamicsIds[kind];
    done.DamageDescriptionIds = (accident.facts.PeakG ?? 0) > 6 ? [2, 4, 5] : random.pick([[1], [1, 2], [2, 3]]);
    done.CarPartIds = [...carParts[kind]];
  }
  return done;
};

const noteOf = (accident: DemoAccident, random: Random): string | null => {
  const { kind, workStatusId } = accident.plan;
  if (workStatusId === workStatus.inWork) return null;
  if (workStatusId === workStatus.callLater) return 'Клиент за рулём, просил перезвонить позже.';
  if (workStatusId === workStatus.unreachable) return 'Две попытки, абонент не отвечает. Отправлено СМС.';
  if (workStatusId === workStatus.notConfirmed) return falseTexts[kind] ?? 'Клиент происшествие не подтвердил.';
  return random.pick(crashTexts[kind]);
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** From the device's report to the record's current state. */
export const storyOf = (seed: number, accident: DemoAccident, today: Date): Story => {
  const random = createRandom(seed, 'story', accident.index);
  const { plan, createdMs } = accident;
  const first = plan.movedByOperator ? 'opened' : plan.status;
  const story: Story = { processing: emptyProcessing(), notes: [], history: [], version: 1 };
  let atMs = createdMs;
  const record = (action: HistoryEntry['action'], changes: Change[], reason: string | null = null) => {
    story.history.push({ atMs, byDevice: action === 'create', action, reason, changes });
    if (action === 'update' || action === 'move') story.version++;
  };
  /** Advances the time, but never past today. */
  const pass = (fromMinutes: number, toMinutes: number) => {
    atMs = Math.min(atMs + random.between(fromMinutes, toMinutes) * minuteMs, (atMs + today.getTime()) / 2);
  };
  record('create', [
    { field: 'Status', before: null, after: first },
    { field: 'StatusOfRoadAccidentID', before: null, after: workStatus.fresh },
  ]);
  if (plan.workStatusId === workStatus.fresh) return story;

  pass(2, 25);
  record('update', [{ field: 'StatusOfRoadAccidentID', before: workStatus.fresh, after: workStatus.inWork }]);
  if (plan.workStatusId === workStatus.inWork) return story;

  pass(2, 9);
  const text = noteOf(accident, random);
  if (text) {
    story.notes.push({ atMs, text });
    record('note', [{ field: 'Text', before: null, after: text }]);
  }
  pass(1, 4);
  story.processing = outcome(accident, today, random);
  const empty = emptyProcessing();
  const changes: Change[] = [{ field: 'StatusOfRoadAccidentID', before: workStatus.inWork, after: plan.workStatusId }];
  for (const field of Object.keys(empty) as (keyof Processing)[])
    if (!isSame(empty[field], story.processing[field]))
      changes.push({ field, before: empty[field], after: story.processing[field] });
  record('update', changes);
  if (!plan.movedByOperator) return story;

  if (plan.status === 'closed' && plan.workStatusId === workStatus.passedToInsurer) {
    pass(20, 200);
    const passed = 'Материалы переданы в страховую компанию, клиенту отправлена памятка.';
    story.notes.push({ atMs, text: passed });
    record('note', [{ field: 'Text', before: null, after: passed }]);
  }
  pass(1, 15);
  const reason = plan.status === 'notvalid' ? (falseTexts[plan.kind] ?? 'Происшествие не подтверждено.') : null;
  record('move', [{ field: 'Status', before: 'opened', after: plan.status }], reason);
  return story;
};
