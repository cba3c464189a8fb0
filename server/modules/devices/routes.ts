import type { RecordOf } from '../../../src/contract/call.ts';
import type { DeviceKeys } from '../../../src/contract/shapes/voucher.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { anomaliesNow } from '../telemetry/service.ts';
import { readLifeLine } from '../vouchers/service.ts';
import { devicesTable } from './table.ts';

type Names = 'GET /api/v2/Device/{id}' | 'GET /api/terminal/{id}';

export const deviceHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const { db } = context;
  const read = async (request: Pick<Request<Names>, 'caller' | 'locale' | 'params'>) => {
    const { caller, params } = request;
    const by = toRequestContext(context, dictionaries, request);
    const device = await readRecord<RecordOf<'devices'>>(db, devicesTable, by, params.id);
    const LifeLine = await readLifeLine(db, caller.companyId, { imei: device.IMEI });
    const now = LifeLine.find(({ To }) => To === null);
    const Anomalies = now ? await anomaliesNow(db, caller.companyId, now.ObjectId) : [];
    return { ...device, Anomalies, LifeLine } satisfies DeviceKeys & RecordOf<'devices'>;
  };
  return { 'GET /api/v2/Device/{id}': read, 'GET /api/terminal/{id}': read };
};
