import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { inTransaction } from '../../server/db/change.ts';
import type { Db } from '../../server/db/connect.ts';
import type { Accident, Account, Voucher } from '../../server/db/types.ts';
import { hashPassword } from '../../server/modules/account/passwords.ts';
import { hashToken } from '../../server/plugins/authentication.ts';
import type { Role } from '../../src/contract/access.ts';

export const password = 'correct horse battery';
// Hashing is slow on purpose, so all test accounts share a hash.
const passwordHash = hashPassword(password);

export interface Person {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
  readonly token: string;
}

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** Returns fifteen digits with the right check digit. */
export const makeImei = (number: number): string => {
  const body = `35${String(number).padStart(12, '0')}`;
  const sum = [...body].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
};

export const emptyFacts = JSON.stringify({
  PeakG: 5.2,
  PeakAtMs: 100,
  DurationMs: 80,
  DeltaVLongitudinalKmh: -12,
  DeltaVLateralKmh: 1,
  DeltaVKmh: 12,
  DirectionDeg: 0,
  SpeedBeforeKmh: 40,
  SpeedAfterKmh: 20,
  Severity: 'major',
  MinorFromG: 2.5,
  MajorFromG: 4,
  RateHz: 100,
  RangeG: 16,
  Clipped: false,
  PeakMethod: 'recorded samples',
  Frame: 'vehicle',
});

/** Returns builders of records. A test gives the values that matter, the rest has defaults. */
export const makeGiven = (db: Db, now: () => Date) => {
  const company = async (name = `Company ${next()}`): Promise<number> =>
    (await db.insertInto('company').values({ name }).returning('id').executeTakeFirstOrThrow()).id;

  const platformKey = async (companyId: number, key = `platform-${next()}`): Promise<string> => {
    await db
      .insertInto('platform_key')
      .values({ key_hash: hashToken(key), company_id: companyId, name: key })
      .execute();
    return key;
  };

  const account = async (companyId: number, role: Role, more: Partial<Insertable<Account>> = {}) => {
    const number = next();
    const row = { email: `person${number}@example.test`, full_name: `Person ${number}`, ...more };
    const author = { companyId, accountId: null, name: 'test', requestId: null, at: now() };
    const id = await inTransaction(db, author, async tx => {
      const { id } = await tx.db
        .insertInto('account')
        .values({ company_id: companyId, roles: [role], password_hash: await passwordHash, ...row })
        .returning('id')
        .executeTakeFirstOrThrow();
      tx.countRows('operators', '', 1);
      return id;
    });
    const token = randomBytes(24).toString('base64url');
    await db
      .insertInto('session')
      .values({
        token_hash: hashToken(token),
        account_id: id,
        company_id: companyId,
        created_at: now(),
        expires_at: new Date(now().getTime() + 12 * 3_600_000),
      })
      .execute();
    return { id, companyId, email: row.email, token } satisfies Person;
  };

  const voucher = async (companyId: number, more: Partial<Insertable<Voucher>> = {}) => {
    const number = next();
    const author = { companyId, accountId: null, name: 'test', requestId: null, at: now() };
    return inTransaction(db, author, async tx => {
      const client = await tx.db
        .insertInto('client')
        .values({ company_id: companyId, last_name: `Client ${number}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      const vehicle = await tx.db
        .insertInto('vehicle')
        .values({ company_id: companyId, brand: 'Kia', model: 'Rio', year: 2020 })
        .returning('id')
        .executeTakeFirstOrThrow();
      // A high number, because files of one worker share this counter, and tests write low numbers themselves.
      const imei = more.imei === undefined ? makeImei(100_000_000 + number) : more.imei;
      if (imei) await tx.db.insertInto('device').values({ company_id: companyId, imei }).execute();
      const row = await tx.db
        .insertInto('voucher')
        .values({
          company_id: companyId,
          object_id: `object-${companyId}-${number}`,
          number: `V-${number}`,
          client_id: client.id,
          vehicle_id: vehicle.id,
          contract_begin: null,
          contract_end: null,
          stage: 'active',
          created_at: now(),
          activated_at: now(),
          client_name: `Client ${number}`,
          vehicle_brand: 'Kia',
          vehicle_model: 'Rio',
          vehicle_year: 2020,
          ...more,
          imei,
        })
        .returning(['id', 'object_id', 'number', 'imei', 'closed_at', 'activated_at'])
        .executeTakeFirstOrThrow();
      const life = { company_id: companyId, object_id: row.object_id, voucher_id: row.id };
      const from_at = row.activated_at ?? now();
      await tx.db
        .insertInto('monitored_object')
        .values({ ...life, vehicle_id: vehicle.id, from_at, to_at: row.closed_at })
        .execute();
      if (row.imei)
        await tx.db
          .insertInto('device_period')
          .values({ ...life, imei: row.imei, from_at, to_at: row.closed_at })
          .execute();
      tx.countRows('vouchers', '', 1);
      return { id: row.id, objectId: row.object_id, number: row.number, imei: row.imei ?? '' };
    });
  };

  const accident = async (companyId: number, more: Partial<Insertable<Accident>> = {}) => {
    const author = { companyId, accountId: null, name: 'test', requestId: null, at: now() };
    return inTransaction(db, author, async tx => {
      const row = await tx.db
        .insertInto('accident')
        .values({
          company_id: companyId,
          object_id: `object-${next()}`,
          voucher_id: null,
          crash_at: now(),
          status: 'opened',
          facts: emptyFacts,
          maximum_acceleration_g: 5.2,
          severity: 'major',
          vehicle_year: null,
          latitude: 55.75,
          longitude: 37.62,
          contact_person_status_id: null,
          crash_dynamics_id: null,
          unconfirmation_reason_id: null,
          locked_by: null,
          locked_by_name: null,
          created_at: now(),
          ...more,
        })
        .returning(['id', 'object_id', 'crash_unique_identifier', 'status', 'version'])
        .executeTakeFirstOrThrow();
      tx.countRows('accidents', row.status, 1);
      return { id: row.id, objectId: row.object_id, number: row.crash_unique_identifier, version: row.version };
    });
  };

  return { company, platformKey, account, voucher, accident };
};
