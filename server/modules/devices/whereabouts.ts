import type { QueryRunner } from '../../db/read.ts';
import type { Fill, Row } from '../../engine/table/define.ts';
import { decodeFixes, type StoredBlock } from '../telemetry/service.ts';

const readLastData = async (read: QueryRunner, objectId: string) => {
  const [block] = await read<StoredBlock & { start_at: string; end_at: string }>({
    text: `select samples, data, start_at, end_at from position_block
      where object_id = $1 and suspect < samples order by start_at desc limit 1`,
    values: [objectId],
  });
  const [curve] = await read<{ end_at: string }>({
    text: 'select end_at from curve_block where object_id = $1 order by start_at desc limit 1',
    values: [objectId],
  });
  const dataTimes = [block?.end_at, curve?.end_at].filter(at => at !== undefined);
  const at = dataTimes.length > 0 ? dataTimes.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b)) : null;
  const track = block && decodeFixes([block], Date.parse(block.start_at), Date.parse(block.end_at) + 1);
  const lastIndex = (track?.timeMs.length ?? 0) - 1;
  return { at, latitude: track?.latitude[lastIndex] ?? null, longitude: track?.longitude[lastIndex] ?? null };
};

/** Arrival of the last quarantined message, for a device without a voucher. */
const readLastQuarantinedAt = async (read: QueryRunner, companyId: number, imei: unknown): Promise<string | null> => {
  const [row] = await read<{ at: string | null }>({
    text: `select max(received_at) as at from quarantine
      where company_id = $1 and imei = $2 and applied_at is null and dropped_at is null`,
    values: [companyId, imei],
  });
  return row?.at ?? null;
};

/** Identifiers other than the IMEI under which platforms send messages of the device. */
const readIdentifiers = async (read: QueryRunner, companyId: number, imei: unknown): Promise<string | null> => {
  const [row] = await read<{ names: string | null }>({
    text: `select string_agg(identifier, ', ' order by identifier) as names from device_identifier
      where company_id = $1 and imei = $2`,
    values: [companyId, imei],
  });
  return row?.names ?? null;
};

const fillDevice = async (read: QueryRunner, companyId: number, row: Row): Promise<void> => {
  const [voucher] = await read<{ object_id: string }>({
    text: 'select object_id from voucher where company_id = $1 and imei = $2 and closed_at is null',
    values: [companyId, row.IMEI],
  });
  const lastData = voucher && (await readLastData(read, voucher.object_id));
  row.BatteryPercent = null;
  row.LastMessageAt = lastData?.at ?? (await readLastQuarantinedAt(read, companyId, row.IMEI));
  row.Latitude = lastData?.latitude ?? null;
  row.Longitude = lastData?.longitude ?? null;
  row.Identifiers = await readIdentifiers(read, companyId, row.IMEI);
};

export const fillWhereabouts: Fill = async (read, companyId, rows) => {
  for (const row of rows) await fillDevice(read, companyId, row);
};
