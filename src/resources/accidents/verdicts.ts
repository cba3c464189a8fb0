const noRecording = { ru: 'нет записи', en: 'no recording' } as const;
const unclear = { ru: 'неясно', en: 'unclear' } as const;

/** Short words of the verdict, for lists and exports. The accident's page and the dossier have a sentence for each. */
export const verdictLabels = {
  crash: { ru: 'столкновение', en: 'crash' },
  rollover: { ru: 'опрокидывание', en: 'rollover' },
  pushed: { ru: 'толкнули', en: 'pushed' },
  unclear,
  unknown: { ru: 'неизвестно', en: 'unknown' },
  none: { ru: 'не столкновение', en: 'no crash' },
  bump: { ru: 'яма, бордюр', en: 'pothole, kerb' },
  knock: { ru: 'хлопок двери', en: 'door slam' },
  shake: { ru: 'тряска', en: 'shaking' },
  fell: { ru: 'упало устройство', en: 'device fell' },
  handled: unclear,
  faulty: { ru: 'недостоверно', en: 'unreliable' },
  noCurve: noRecording,
  reported: noRecording,
} as const;

export type Verdict = keyof typeof verdictLabels;
export const verdicts = Object.keys(verdictLabels) as readonly Verdict[];
