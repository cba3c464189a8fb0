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

const platesPerRegion = 12 ** 3 * 999;

/**
 * Returns the number plate of a city for an index. Consecutive indexes give plates that look random. Plates are unique
 * up to an index of some seven million.
 */
export const plateFor = (city: CityKey, index: number): string => {
  const regions = plateRegions[city];
  // The factor is coprime to the modulus, so every plate is visited once.
  const position = scatter(index, 1_000_003, platesPerRegion * regions.length);
  const region = regions[position % regions.length]!;
  const remainder = Math.floor(position / regions.length);
  const number = (remainder % 999) + 1;
  const series = Math.floor(remainder / 999);
  const letterAt = (power: number) => letters[Math.floor(series / 12 ** power) % 12]!;
  return `${letterAt(0)}${String(number).padStart(3, '0')}${letterAt(1)}${letterAt(2)}${region}`;
};

/** Device models and their type allocation codes, the first eight digits of an IMEI. */
export const deviceModels = [
  { brand: 'Teltonika', model: 'FMB920', tac: '35209308', weight: 40 },
  { brand: 'Teltonika', model: 'FMC130', tac: '86027705', weight: 15 },
  { brand: 'Galileosky', model: 'Base Block', tac: '86179002', weight: 15 },
  { brand: 'Навтелеком', model: 'СМАРТ S-2333', tac: '86686104', weight: 20 },
  { brand: 'Omnicomm', model: 'Light', tac: '86410903', weight: 10 },
] as const;
const weightedModels = deviceModels.flatMap(deviceModel =>
  Array<(typeof deviceModels)[number]>(deviceModel.weight / 5).fill(deviceModel),
);

/**
 * Returns IMEI and model of a device. Each of twenty type allocation codes has a million serial numbers. So IMEIs are
 * unique for twenty million devices.
 */
export const deviceFor = (index: number): { imei: string; obuBrand: string; obuModel: string } => {
  const position = index % weightedModels.length;
  const deviceModel = weightedModels[position]!;
  const serial = scatter(Math.floor(index / weightedModels.length) + position * 50_021, 7_919, 1_000_000);
  // Production runs of one model differ in the eighth digit of the type allocation code.
  const productionRun = weightedModels.slice(0, position).filter(other => other === deviceModel).length;
  const imeiBody = `${deviceModel.tac.slice(0, 7)}${(Number(deviceModel.tac[7]) + productionRun) % 10}${String(serial).padStart(6, '0')}`;
  return { imei: `${imeiBody}${luhnDigit(imeiBody)}`, obuBrand: deviceModel.brand, obuModel: deviceModel.model };
};

/** ICCID-like number of the device's SIM card. */
export const simNumberFor = (index: number): string =>
  `+7958${String(scatter(index, 104_729, 10_000_000)).padStart(7, '0')}`;
