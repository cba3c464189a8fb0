import type { Figure } from './figure.ts';

const shown = (value: number | null): string => {
  if (value === null) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3);
};
const verdict = ({ met, value }: Figure): string =>
  value === null ? 'too few' : met === null ? '' : met ? 'met' : 'MISSED';

/** Prints one line per figure, with its note below. */
export const printTable = (section: string, figures: readonly Figure[], seconds: number): void => {
  console.log(`\n${section} (${seconds.toFixed(1)} s)`);
  for (const figure of figures) {
    const { subject, figure: name, unit, count, value, low, high, floor, target, note } = figure;
    const interval = value === null ? '' : `[${shown(low)}, ${shown(high)}]`;
    const cells = [
      `  ${subject}: ${name}`.padEnd(76),
      `n ${count}`.padEnd(8),
      `${shown(value)} ${value === null ? '' : unit}`.padEnd(14),
      interval.padEnd(20),
      (floor === null ? '' : `floor ${shown(floor)}`).padEnd(16),
      (target ?? '').padEnd(18),
      verdict(figure),
    ];
    console.log(cells.join(' ').trimEnd());
    if (note) console.log(`      ${note}`);
  }
};
