import { workStatus } from '../../src/contract/workStatuses.ts';
import { minuteMs } from '../../src/schema/kinds/time.ts';
import type { DemoAccident } from './accidents.ts';
import { createRandom, type Random } from './random.ts';
import type { ImpactKind } from './recordings.ts';

/**
 * Values that operators entered for an accident, by field name of the API. They agree with the notes and the history of
 * the same story.
 */
export type Processing = {
  ContactPersonStatusId: number | null;
  CrashDynamicsId: number | null;
  UnconfirmationReasonId: number | null;
  DamageDescriptionIds: number[];
  CarPartIds: number[];
  Injured: 'yes' | 'no' | null;
  Drivable: 'yes' | 'no' | null;
  Ambulance: 'yes' | 'no' | null;
  Police: 'yes' | 'no' | null;
  DateTimeOfNextCall: string | null;
};
export type Change = { field: string; before: unknown; after: unknown };
export type HistoryEntry = {
  atMs: number;
  byDevice: boolean;
  action: 'create' | 'lock' | 'update' | 'move' | 'note';
  reason: string | null;
  changes: Change[];
};
export type Story = {
  processing: Processing;
  notes: { atMs: number; text: string }[];
  history: HistoryEntry[];
  version: number;
};

/**
 * A client's account of a crash. The text agrees with the codes of crash dynamics and damaged car parts in the
 * dictionaries.
 */
type CrashAccount = { text: string; dynamicsId: number; carPartIds: readonly number[] };

const sideParts = { left: [6, 10, 12], right: [7, 11, 13] } as const;
const accountsByKind: Readonly<Partial<Record<ImpactKind, readonly CrashAccount[]>>> = {
  front: [
    {
      text: 'Встречный автомобиль выехал на полосу, лобовое столкновение. Повреждены передний бампер, капот и левая фара. Пострадавших нет, ДПС вызвана.',
      dynamicsId: 2,
      carPartIds: [1, 3, 16],
    },
    {
      text: 'Не успел затормозить, наезд на стоящий фургон. Повреждены передний бампер, капот и правая фара.',
      dynamicsId: 6,
      carPartIds: [1, 3, 17],
    },
    {
      text: 'Впереди резко остановились, цепное столкновение трёх автомобилей, клиент последний. Повреждены передний бампер и капот.',
      dynamicsId: 10,
      carPartIds: [1, 3],
    },
  ],
  rear: [
    {
      text: 'Клиент стоял на светофоре, сзади въехал другой автомобиль. Разбиты задний бампер и фонари. Пострадавших нет, оформляют европротокол.',
      dynamicsId: 1,
      carPartIds: [2, 18],
    },
    {
      text: 'Удар сзади в заторе. Повреждены задний бампер и крышка багажника, автомобиль на ходу.',
      dynamicsId: 1,
      carPartIds: [2, 4],
    },
  ],
  left: [
    {
      text: 'Удар в левый борт при перестроении второго участника. Двери и крыло слева замяты, подушки не сработали.',
      dynamicsId: 3,
      carPartIds: sideParts.left,
    },
  ],
  right: [
    {
      text: 'На перекрёстке справа выехал автомобиль, удар в правую сторону. Замяты двери и крыло справа. Ждут сотрудников ДПС.',
      dynamicsId: 3,
      carPartIds: sideParts.right,
    },
  ],
};
const notConfirmedTexts: Partial<Record<ImpactKind, string>> = {
  kerb: 'Клиент сообщил, что заехал на бордюр. Повреждений нет, обращаться не будет.',
  pothole: 'Со слов клиента, проехал яму. Автомобиль цел, страховой случай не подтверждён.',
  slam: 'Клиент сильно хлопнул дверью. Происшествия не было.',
};
// Codes in the dictionary unconfirmationReasons, by kind of impact.
const unconfirmationReasonIds: Partial<Record<ImpactKind, number>> = { pothole: 1, kerb: 2, slam: 3 };

const emptyProcessing = (): Processing => ({
  ContactPersonStatusId: null,
  CrashDynamicsId: null,
  UnconfirmationReasonId: null,
  DamageDescriptionIds: [],
  CarPartIds: [],
  Injured: null,
  Drivable: null,
  Ambulance: null,
  Police: null,
  DateTimeOfNextCall: null,
});

const createProcessing = (
  accident: DemoAccident,
  account: CrashAccount | undefined,
  today: Date,
  random: Random,
): Processing => {
  const { kind, workStatusId, nextCallInHours } = accident.plan;
  const processing = emptyProcessing();
  if (nextCallInHours !== null) {
    const atMs = Math.max(accident.createdMs + 6 * minuteMs, today.getTime() + nextCallInHours * 3_600_000);
    processing.DateTimeOfNextCall = new Date(Math.round(atMs / minuteMs) * minuteMs).toISOString();
  }
  if (workStatusId === workStatus.notConfirmed) {
    processing.ContactPersonStatusId = random.pick([1, 2]);
    processing.UnconfirmationReasonId = unconfirmationReasonIds[kind] ?? 6;
  } else if (workStatusId === workStatus.unreachable) {
    processing.ContactPersonStatusId = 6;
  } else if (account) {
    processing.ContactPersonStatusId = random.pick([1, 2, 2, 3]);
    processing.CrashDynamicsId = account.dynamicsId;
    processing.DamageDescriptionIds = (accident.facts.PeakG ?? 0) > 6 ? [2, 4, 5] : random.pick([[1], [1, 2], [2, 3]]);
    processing.CarPartIds = [...account.carPartIds];
    processing.Injured = 'no';
    processing.Ambulance = 'no';
    processing.Drivable = (accident.facts.PeakG ?? 0) > 6 ? 'no' : 'yes';
    processing.Police = account.text.includes('ДПС') ? 'yes' : 'no';
  }
  return processing;
};

const noteTextOf = (accident: DemoAccident, account: CrashAccount | undefined): string | null => {
  const { kind, workStatusId } = accident.plan;
  if (workStatusId === workStatus.callBack) return 'Клиент за рулём, просил перезвонить позже.';
  if (workStatusId === workStatus.unreachable) return 'Две попытки, абонент не отвечает. Отправлено СМС.';
  if (workStatusId === workStatus.notConfirmed) return notConfirmedTexts[kind] ?? 'Клиент происшествие не подтвердил.';
  return account?.text ?? null;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const storyOf = (seed: number, accident: DemoAccident, today: Date): Story => {
  const random = createRandom(seed, 'story', accident.index);
  const { plan, createdMs } = accident;
  const firstStatus = plan.movedByOperator ? 'opened' : plan.status;
  const story: Story = { processing: emptyProcessing(), notes: [], history: [], version: 1 };
  let atMs = createdMs;
  const addHistoryEntry = (action: HistoryEntry['action'], changes: Change[], reason: string | null = null) => {
    story.history.push({ atMs, byDevice: action === 'create', action, reason, changes });
    if (action === 'update' || action === 'move') story.version++;
  };
  /** Advances the time, but never past today. */
  const advanceTime = (fromMinutes: number, toMinutes: number) => {
    atMs = Math.min(atMs + random.between(fromMinutes, toMinutes) * minuteMs, (atMs + today.getTime()) / 2);
  };
  addHistoryEntry('create', [
    { field: 'Status', before: null, after: firstStatus },
    { field: 'StatusOfRoadAccidentID', before: null, after: workStatus.fresh },
  ]);
  if (plan.workStatusId === workStatus.fresh) return story;

  advanceTime(2, 25);
  addHistoryEntry('lock', [
    { field: 'StatusOfRoadAccidentID', before: workStatus.fresh, after: workStatus.inProgress },
  ]);

  advanceTime(2, 9);
  const isConfirmed = plan.workStatusId === workStatus.confirmed || plan.workStatusId >= workStatus.passedToInsurer;
  const possibleAccounts = accountsByKind[plan.kind];
  const account = isConfirmed && possibleAccounts ? random.pick(possibleAccounts) : undefined;
  const noteText = noteTextOf(accident, account);
  if (noteText) {
    story.notes.push({ atMs, text: noteText });
    addHistoryEntry('note', [{ field: 'Text', before: null, after: noteText }]);
  }
  advanceTime(1, 4);
  story.processing = createProcessing(accident, account, today, random);
  const emptyValues = emptyProcessing();
  const changes: Change[] = [
    { field: 'StatusOfRoadAccidentID', before: workStatus.inProgress, after: plan.workStatusId },
  ];
  for (const field of Object.keys(emptyValues) as (keyof Processing)[])
    if (!isSame(emptyValues[field], story.processing[field]))
      changes.push({ field, before: emptyValues[field], after: story.processing[field] });
  addHistoryEntry('update', changes);
  if (!plan.movedByOperator) return story;

  if (plan.status === 'closed' && plan.workStatusId === workStatus.passedToInsurer) {
    advanceTime(20, 200);
    const passedText = 'Материалы переданы в страховую компанию, клиенту отправлена памятка.';
    story.notes.push({ atMs, text: passedText });
    addHistoryEntry('note', [{ field: 'Text', before: null, after: passedText }]);
  }
  advanceTime(1, 15);
  const moveReason =
    plan.status === 'notvalid' ? (notConfirmedTexts[plan.kind] ?? 'Происшествие не подтверждено.') : null;
  addHistoryEntry('move', [{ field: 'Status', before: 'opened', after: plan.status }], moveReason);
  return story;
};
