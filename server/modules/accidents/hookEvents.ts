import type { EventOf } from '../../../src/contract/shapes/live.ts';
import { type WebhookEvent, webhookEvents } from '../../../src/contract/webhooks.ts';
import type { Tx } from '../../transaction.ts';
import { queueEvent } from '../webhooks/service.ts';
import type { AccidentKey } from './repository.ts';

interface Numbers {
  readonly crash_unique_identifier: number | null;
  readonly crash_at: string;
  readonly kind: string;
  readonly voucher_id: number | null;
  readonly voucher_number: string;
  readonly maximum_acceleration_g: number | null;
}

/**
 * Queues an event for the company's webhooks. The event contains the accident's identifiers and status only.
 * Persons, places and notes are personal data. Other systems read them with an account of their own.
 */
export const queueForWebhooks = async (
  tx: Tx,
  { companyId }: AccidentKey,
  at: Date,
  news: EventOf<'accident'>,
  row: Numbers,
): Promise<void> => {
  const type = webhookEvents.find((each): each is WebhookEvent => each === `accident.${news.Action}`);
  if (!type) return;
  const { Id, ObjectId, Fields, Status, StatusBefore, StatusOfRoadAccidentID, Severity, Version } = news;
  const data = {
    Id,
    CrashUniqueIdentifier: row.crash_unique_identifier,
    CrashDateTime: row.crash_at,
    Kind: row.kind,
    ObjectId,
    VoucherId: row.voucher_id,
    VoucherNumber: row.voucher_number,
    Status,
    StatusBefore,
    StatusOfRoadAccidentID,
    Severity,
    MaximumAcceleration: row.maximum_acceleration_g,
    Fields,
    Version,
  };
  await queueEvent(tx, { companyId, type, at, data });
};
