/** Seconds roughly, in their largest unit: `45 мин`, `5 ч`, `3 дн.`; for where the moment itself stands beside it. */
export const spanText = (seconds: number, locale: string): string => {
  const units = [
    { unit: 'day', seconds: 86_400, from: 2 * 86_400 },
    { unit: 'hour', seconds: 3600, from: 3600 },
    { unit: 'minute', seconds: 60, from: 0 },
  ] as const;
  const { unit, seconds: each } = units.find(({ from }) => seconds >= from) ?? units[2];
  return Math.round(seconds / each).toLocaleString(locale, { style: 'unit', unit });
};
