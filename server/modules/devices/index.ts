import type { RecordOf } from '../../../src/contract/call.ts';
import type { DeviceExtraProperties } from '../../../src/contract/shapes/voucher.ts';
import type { Request } from '../../context.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { defineModule } from '../../module.ts';
import { readCurrentAnomalies } from '../telemetry/service.ts';
import { readLifeLine } from '../vouchers/service.ts';
import { devicesTable } from './table.ts';

type CallName = 'GET /api/v2/Device/{id}' | 'GET /api/terminal/{id}';

export const devices = defineModule({
  calls: ({ context, dictionaries }) => {
    const { db } = context;
    const readDevice = async (request: Pick<Request<CallName>, 'caller' | 'locale' | 'params'>) => {
      const { caller, params } = request;
      const requestContext = toRequestContext(context, dictionaries, request);
      const device = await readRecord<RecordOf<'devices'>>(db, devicesTable, requestContext, params.id);
      const LifeLine = await readLifeLine(db, caller.companyId, { imei: device.IMEI });
      const currentPeriod = LifeLine.find(({ To }) => To === null);
      const Anomalies = currentPeriod ? await readCurrentAnomalies(db, caller.companyId, currentPeriod.ObjectId) : [];
      return { ...device, Anomalies, LifeLine } satisfies DeviceExtraProperties & RecordOf<'devices'>;
    };
    return { 'GET /api/v2/Device/{id}': readDevice, 'GET /api/terminal/{id}': readDevice };
  },
});
