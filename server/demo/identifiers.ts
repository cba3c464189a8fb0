import { luhnDigit } from '../../src/schema/kinds/imei.ts';
import { plateLetters } from '../../src/schema/kinds/plate.ts';

const letters = plateLetters.cyrillic;
/** Region codes on number plates of the two cities, the oldest code first. */
export const plateRegions = {
  moscow: ['77', '97', '99', '177', '197', '199', '777', '799'],
  petersburg: ['78', '98', '178', '198'],
} as const;
export type CityKey = keyof typeof plateRegions;

const scatter = (index: number, factor: number, modulus: number): number => (index * factor + 7919) % modulus;

const seriesPerRegion = 12 ** 3 * 999;

/**
 * Returns the plate of a city for an index. Consecutive indexes give plates that look random. Plates are unique up to
 * an index of some seven million.
 */
export const plateFor = (city: CityKey, index: number): string => {
  const regions = plateRegions[city];
  // The factor is coprime to the modulus, so every plate is visited once.
  const place = scatter(index, 1_000_003, seriesPerRegion * regions.length);
  const region = regions[place % regions.length]!;
  const rest = Math.floor(place / regions.length);
  const number = (rest % 999) + 1;
  const series = Math.floor(rest / 999);
  const letter = (power: number) => letters[Math.floor(series / 12 ** power) % 12]!;
  return `${letter(0)}${String(number).padStart(3, '0')}${letter(1)}${letter(2)}${region}`;
};

/** Device models and their type allocation codes. */
export const units = [
  { brand: 'Teltonika', model: 'FMB920', tac: '35209308', weight: 40 },
  { brand: 'Teltonika', model: 'FMC130', tac: '86027705', weight: 15 },
  { brand: 'Galileosky', model: 'Base Block', tac: '86179002', weight: 15 },
  { brand: 'Навтелеком', model: 'СМАРТ S-2333', tac: '86686104', weight: 20 },
  { brand: 'Omnicomm', model: 'Light', tac: '86410903', weight: 10 },
] as const;
const tacStock = units.flatMap(unit => Array<(typeof units)[number]>(unit.weight / 5).fill(unit));

/**
 * Returns IMEI and model of a device. Each of twenty type allocation codes has a million serial numbers. So IMEIs are
 * unique for twenty million devices.
 */
export const deviceFor = (index: number): { imei: string; obuBrand: string; obuModel: string } => {
  const place = index % tacStock.length;
  const unit = tacStock[place]!;
  const serial = scatter(Math.floor(index / tacStock.length) + place * 50_021, 7_919, 1_000_000);
  // Production runs of one model differ in the eighth digit of the type allocation code.
  const run = tacStock.slice(0, place).filter(other => other === unit).length;
  const body = `${unit.tac.slice(0, 7)}${(Number(unit.tac[7]) + run) % 10}${String(serial).padStart(6, '0')}`;
  return { imei: `${body}${luhnDigit(body)}`, obuBrand: unit.brand, obuModel: unit.model };
};

/** ICCID-like number of the unit's SIM card. */
export const simNumberFor = (index: number): string =>
  `+7958${String(scatter(index, 104_729, 10_000_000)).padStart(7, '0')}`;
