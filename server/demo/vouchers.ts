import type { VoucherStage } from '../../src/resources/vouchers.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { type Address, homeAddress } from './cities.ts';
import { type CityKey, deviceFor, plateFor, simNumberFor } from './identifiers.ts';
import { latinName, mobilePhone, type PersonName, personName } from './names.ts';
import { type OfficeData, officeDataOf } from './officeData.ts';
import { createRandom, hash32, type Random } from './random.ts';
import type { DriverStyle } from './recordings.ts';
import { type DemoVehicle, vehicleFor } from './vehicles.ts';

export const vouchersPerCopy = 300;
export const clientsPerCopy = 280;
export const firstCompanyVouchers = 240;
const firstCompanyClients = 224;

export type World = { seed: number; today: Date };

export type DemoClient = {
  index: number;
  /** Index of the demo company, 0 or 1. */
  company: number;
  cityKey: CityKey;
  name: PersonName;
  phone: string;
  secondPhone: string;
  email: string;
  birthDate: Date;
  licenceDate: Date;
  address: Address;
  vip: boolean;
  createdAt: Date;
};

export type DemoVoucher = {
  index: number;
  company: number;
  client: DemoClient;
  vehicle: DemoVehicle & { regNumber: string };
  imei: string | null;
  simNumber: string;
  obuBrand: string;
  obuModel: string;
  objectId: string;
  number: string;
  officeData: OfficeData;
  contractNumber: string;
  policyNumber: string;
  contractBegin: Date;
  contractEnd: Date;
  stage: VoucherStage;
  createdAt: Date;
  activatedAt: Date | null;
  closedAt: Date | null;
  style: DriverStyle;
  /** Time of the last message of a device that fell silent. Null: the device still sends. */
  silentSince: Date | null;
};

const daysBefore = (today: Date, days: number): Date => new Date(today.getTime() - Math.round(days * dayMs));

/** Returns the client with this number. It depends on the number alone, so a million clients need no memory. */
export const clientOf = ({ seed, today }: World, index: number): DemoClient => {
  const random = createRandom(seed, 'client', index);
  const company = index % clientsPerCopy < firstCompanyClients ? 0 : 1;
  const cityKey = random.chance(company === 0 ? 0.75 : 0.2) ? 'moscow' : 'petersburg';
  const name = personName(random);
  const ageYears = Math.max(19, Math.min(78, random.normal(41, 12)));
  const mailbox = `${latinName(name.firstName)}.${latinName(name.lastName)}${index + 1}`;
  return {
    index,
    company,
    cityKey,
    name,
    phone: mobilePhone(random),
    secondPhone: random.chance(0.2) ? mobilePhone(random) : '',
    email: random.chance(0.8) ? `${mailbox}@example.com` : '',
    birthDate: daysBefore(today, ageYears * 365.25),
    licenceDate: daysBefore(today, Math.max(0.5, ageYears - 18 - random.between(0, 8)) * 365.25),
    address: homeAddress(cityKey, random),
    vip: random.chance(0.07),
    createdAt: daysBefore(today, random.between(710, 1100)),
  };
};

/**
 * Returns the index of the client of a voucher. The last vouchers of each company belong to existing clients who insure
 * a second car.
 */
export const clientIndexOf = (voucherIndex: number): number => {
  const copy = Math.floor(voucherIndex / vouchersPerCopy);
  const positionInCopy = voucherIndex % vouchersPerCopy;
  const firstClientOfCopy = copy * clientsPerCopy;
  if (positionInCopy < firstCompanyClients) return firstClientOfCopy + positionInCopy;
  if (positionInCopy < firstCompanyVouchers) return firstClientOfCopy + (positionInCopy - firstCompanyClients) * 7;
  const remainder = positionInCopy - firstCompanyVouchers;
  const furtherClients = clientsPerCopy - firstCompanyClients;
  return (
    firstClientOfCopy +
    firstCompanyClients +
    (remainder < furtherClients ? remainder : (remainder - furtherClients) * 9)
  );
};

const stageShares = [
  ['created', 2],
  ['awaitingInstallation', 3],
  ['active', 86],
  ['suspended', 3],
  ['awaitingRemoval', 2],
  ['closed', 4],
] as const satisfies readonly (readonly [VoucherStage, number])[];

/** Shares of the driving styles. Most people drive calmly, and managers look for the few others. */
const styleShares = [
  ['calm', 34],
  ['steady', 34],
  ['brisk', 11],
  ['racing', 4],
  ['sweeping', 4],
  ['hard', 9],
  ['wild', 4],
] as const satisfies readonly (readonly [DriverStyle, number])[];

/** Returns the serial number in a car's VIN. Neighbouring vouchers do not get consecutive numbers. */
const vinSerialOf = (index: number): number => (index * 7_919 + 213_577) % 1_000_000;

const toHex = (value: number): string => value.toString(16).padStart(8, '0');

const isNotInstalled = (stage: VoucherStage): boolean => stage === 'created' || stage === 'awaitingInstallation';

const createContract = (random: Random, today: Date, index: number, stage: VoucherStage) => {
  const isNew = isNotInstalled(stage);
  const ageDays = isNew
    ? random.between(0.2, 12)
    : random.chance(0.14)
      ? random.between(12, 95)
      : random.between(95, 700);
  const createdAt = daysBefore(today, ageDays);
  const activatedAt = isNew ? null : new Date(createdAt.getTime() + random.between(0.1, 6) * dayMs);
  const years = Math.ceil(ageDays / 365);
  return {
    createdAt,
    activatedAt,
    closedAt:
      stage === 'closed' && activatedAt
        ? new Date(activatedAt.getTime() + (today.getTime() - activatedAt.getTime()) * random.between(0.5, 0.98))
        : null,
    contractBegin: createdAt,
    contractEnd: new Date(createdAt.getTime() + (years * 365 - 1) * dayMs),
    contractNumber: `КАСКО-${createdAt.getUTCFullYear()}-${String(100_000 + index)}`,
    policyNumber: `ТМ ${String(4_000_000_000 + index * 7 + random.integer(0, 6))}`,
  };
};

export const voucherOf = (world: World, index: number): DemoVoucher => {
  const random = createRandom(world.seed, 'voucher', index);
  const client = clientOf(world, clientIndexOf(index));
  const stage = random.pickWeighted(stageShares);
  const isInstalled = !isNotInstalled(stage);
  const device = deviceFor(index);
  const contract = createContract(random, world.today, index, stage);
  const isSilent = stage === 'suspended' || (stage === 'active' && random.chance(0.045));
  return {
    index,
    company: client.company,
    client,
    vehicle: {
      ...vehicleFor(random, vinSerialOf(index), contract.createdAt.getUTCFullYear()),
      regNumber: plateFor(client.cityKey, index),
    },
    imei: isInstalled ? device.imei : null,
    simNumber: isInstalled ? simNumberFor(index) : '',
    obuBrand: isInstalled ? device.obuBrand : '',
    obuModel: isInstalled ? device.obuModel : '',
    objectId: `${toHex(hash32('object', index))}${toHex(hash32('object', ~index ^ world.seed))}`,
    number: `DD-${String(index + 1).padStart(6, '0')}`,
    officeData: officeDataOf(world.seed, world.today, index, client.cityKey, stage),
    stage,
    ...contract,
    style: random.pickWeighted(styleShares),
    silentSince: isSilent ? daysBefore(world.today, random.between(2, 25)) : null,
  };
};

/** Whether the device reports now: installed, not closed, not silent. */
export const isReporting = (voucher: DemoVoucher): boolean =>
  voucher.imei !== null && voucher.closedAt === null && voucher.silentSince === null;
