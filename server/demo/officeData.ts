import type { VoucherStage } from '../../src/resources/vouchers.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import type { CityKey } from './identifiers.ts';
import { personName } from './names.ts';
import { createRandom } from './random.ts';
import type { LastIds, TableRows } from './rows.ts';

export type OfficeData = {
  /** Serial number of the contract in the insurer's own books. */
  serial: string;
  contractTypeId: number;
  branch: string;
  agent: string;
  affiliation: number;
  /** Appointment for installing the device: index of the company's installation centre, from 0, and time. */
  appointment: { center: number; at: Date } | null;
};

const branches: { readonly [City in CityKey]: readonly string[] } = {
  moscow: ['Москва, Центральный', 'Москва, Северный', 'Москва, Юго-Западный', 'Химки'],
  petersburg: ['Санкт-Петербург, Невский', 'Санкт-Петербург, Приморский', 'Гатчина'],
};
const agentsPerBranch = 6;

const centers = [
  [
    'Телематика-Сервис на Варшавке',
    'Москва',
    'Варшавское шоссе, 125, стр. 1',
    '+74951234501',
    'пн–сб 9–20',
    55.6215,
    37.6164,
  ],
  ['Автоэлектрика «Север»', 'Москва', 'Дмитровское шоссе, 73', '+74951234502', 'пн–пт 9–19', 55.8634, 37.5459],
  [
    'Установочный центр «Нева»',
    'Санкт-Петербург',
    'проспект Энергетиков, 14',
    '+78121234503',
    'ежедневно 10–20',
    59.9498,
    30.4411,
  ],
  [
    'Гараж на Приморском',
    'Санкт-Петербург',
    'Приморский проспект, 62',
    '+78121234504',
    'пн–пт 9–18, сб 10–16',
    59.9837,
    30.2301,
  ],
] as const;
const companiesWithCenters = 2;

/**
 * Office data of a voucher. Drawn from a random stream of its own, so that the rest of the voucher does not depend on
 * it.
 */
export const officeDataOf = (
  seed: number,
  today: Date,
  index: number,
  city: CityKey,
  stage: VoucherStage,
): OfficeData => {
  const random = createRandom(seed, 'paper', index);
  const branch = random.pick(branches[city]);
  const agent = personName(createRandom(seed, `agent ${branch}`, random.integer(1, agentsPerBranch)));
  const awaitsAppointment = stage === 'awaitingInstallation' || stage === 'awaitingRemoval';
  const appointmentAt = new Date(today.getTime() + random.integer(1, 9) * dayMs);
  appointmentAt.setUTCHours(random.integer(6, 14), random.pick([0, 30]), 0, 0);
  const contractTypeWeights = [
    [1, 62],
    [2, 18],
    [3, 14],
    [4, 6],
  ] as const;
  const affiliationWeights = [
    [1, 88],
    [2, 7],
    [3, 5],
  ] as const;
  return {
    serial: String(5_000_000 + index * 3 + random.integer(0, 2)),
    contractTypeId: random.pickWeighted(contractTypeWeights),
    branch,
    agent: random.chance(0.85) ? `${agent.lastName} ${agent.firstName}` : '',
    affiliation: random.pickWeighted(affiliationWeights),
    appointment: awaitsAppointment
      ? { center: (city === 'moscow' ? 0 : 2) + random.integer(0, 1), at: appointmentAt }
      : null,
  };
};

export const centerId = (lastIds: LastIds, company: number, center: number): number =>
  lastIds.installation_center + company * centers.length + center + 1;

export const centerRows = (lastIds: LastIds): TableRows => ({
  table: 'installation_center',
  rows: Array.from({ length: companiesWithCenters }, (_, company) =>
    centers.map(([name, city, address, phone, hours, latitude, longitude], index) => ({
      company_id: lastIds.company + company + 1,
      id: centerId(lastIds, company, index),
      name,
      city,
      address,
      phone,
      hours,
      latitude,
      longitude,
    })),
  ).flat(),
});

const splitNames = (text: string) => new Set(text.split('|'));
const modelsByCarType: readonly (readonly [type: number, models: ReadonlySet<string>])[] = [
  [2, splitNames('Picanto|Kalina|Sandero|Golf|Ceed|308|3|Lacetti|Focus|XRAY|Yeti')],
  [3, splitNames('Largus|Outback|Octavia')],
  [
    4,
    splitNames(
      'Creta|Tucson|Sportage|RAV4|Qashqai|X-Trail|Duster|Kaptur|Arkana|Tiguan|Kodiaq|Karoq|CX-5|Outlander|ASX|X1|X3|X5|GLC|GLE|Q3|Q5|NX|RX|Forester|XV|XC60|XC90|3008|EcoSport|Kuga|Seltos|Murano|Captiva',
    ),
  ],
  [
    5,
    splitNames(
      'Niva Legend|Niva Travel|Land Cruiser Prado|Land Cruiser 200|Pajero Sport|LX|Highlander|Santa Fe|Sorento|Touareg|Terrano',
    ),
  ],
];
const dieselModels = splitNames('Land Cruiser Prado|Pajero Sport|X5|GLE|Touareg|Sorento|XC90');

export const vehicleDocumentsOf = (model: string, year: number) => ({
  carTypeId: modelsByCarType.find(([, models]) => models.has(model))?.[0] ?? 1,
  fuelTypeId: dieselModels.has(model) ? 2 : 1,
  emissionStandardId: year >= 2016 ? 4 : year >= 2013 ? 3 : 2,
});
