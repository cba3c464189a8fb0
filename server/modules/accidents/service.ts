import { type NotNull, sql } from 'kysely';
import type { AccidentStatus, CrashFacts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import { notFound } from '../../errors.ts';
import { notifyCompany } from '../notifications/service.ts';
import { tellOf } from './news.ts';

export { handOverCases } from './handOver.ts';
export { heldCases } from './held.ts';
export { readImage } from './images.ts';

export interface NewAccident {
  readonly companyId: number;
  readonly voucherId: number;
  readonly crashAt: Date;
  /** `device`, or who reported it. */
  readonly source: string;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly city?: string;
  readonly street?: string;
  readonly facts: CrashFacts;
  readonly status: AccidentStatus;
  readonly createdAt: Date;
}

export interface CreatedAccident {
  readonly id: number;
  readonly crashUniqueIdentifier: number;
  readonly objectId: string;
}

/** Counts the accident on its voucher; returns the voucher and its client as they are now. */
const takeVoucher = async ({ db }: Tx, companyId: number, voucherId: number) => {
  const voucher = await db
    .updateTable('voucher')
    .set({ crashes: sql<number>`crashes + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .returningAll()
    .executeTakeFirst();
  if (!voucher) throw notFound();
  const client = await db
    .selectFrom('client')
    .select(['first_name', 'middle_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', voucher.client_id)
    .executeTakeFirstOrThrow();
  return { voucher, client };
};

/**
 * Creates an accident reported by a device or a person. Vehicle and client are copied, since the voucher may change
 * later.
 */
export const createAccident = async (tx: Tx, input: NewAccident): Promise<CreatedAccident> => {
  const { voucher, client } = await takeVoucher(tx, input.companyId, input.voucherId);
  const { id, crash_unique_identifier: crashUniqueIdentifier } = await tx.db
    .insertInto('accident')
    .values({
      company_id: input.companyId,
      object_id: voucher.object_id,
      voucher_id: voucher.id,
      crash_at: input.crashAt,
      status: input.status,
      source: input.source,
      client_first_name: client.first_name,
      client_middle_name: client.middle_name,
      client_last_name: client.last_name,
      client_name: voucher.client_name,
      client_phone: voucher.client_phone,
      voucher_number: voucher.number,
      reg_number: voucher.reg_number,
      vehicle_brand: voucher.vehicle_brand,
      vehicle_model: voucher.vehicle_model,
      vehicle_year: voucher.vehicle_year,
      vehicle_color: voucher.vehicle_color,
      vip: voucher.vip,
      city: input.city ?? '',
      street: input.street ?? '',
      latitude: input.latitude ?? null,
      longitude: input.longitude ?? null,
      maximum_acceleration_g: input.facts.PeakG,
      severity: input.facts.Severity,
      facts: JSON.stringify(input.facts),
      created_at: input.createdAt,
    })
    .returning(['id', 'crash_unique_identifier'])
    // Derived from the id, which is never null.
    .$narrowType<{ crash_unique_identifier: NotNull }>()
    .executeTakeFirstOrThrow();
  await tx.audit({
    entity: 'accident',
    entityId: id,
    action: 'create',
    changes: differences(
      {},
      {
        CrashUniqueIdentifier: crashUniqueIdentifier,
        CrashDateTime: input.crashAt.toISOString(),
        VoucherNumber: voucher.number,
        Source: input.source,
        Status: input.status,
        MaximumAcceleration: input.facts.PeakG,
        Severity: input.facts.Severity,
        Latitude: input.latitude,
        Longitude: input.longitude,
        City: input.city,
        Street: input.street,
      },
    ),
  });
  tx.countRows('accidents', input.status, 1);
  await tellOf(tx, { companyId: input.companyId, id }, { action: 'create', fields: [] });
  if (input.facts.Severity === 'major')
    await notifyCompany(tx, { companyId: input.companyId, kind: 'major', at: input.createdAt, accidentId: id });
  return { id, crashUniqueIdentifier, objectId: voucher.object_id };
};
