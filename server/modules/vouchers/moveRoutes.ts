import type { Values } from '../../../src/contract/describedTypes.ts';
import type { VoucherRecord } from '../../../src/contract/shapes/voucher.ts';
import type { voucherMoves } from '../../../src/resources/vouchers/states.ts';
import { normaliseImei } from '../../../src/schema/kinds/imei.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { moveAndRead } from '../../engine/table/moves.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { DomainError, invalid } from '../../errors.ts';
import { flatVehicle, nestedNames, renameFaultFields } from './flatVoucher.ts';
import { readDevice, readVehicle } from './reading.ts';
import { vouchersTable } from './table.ts';

type CallName =
  | 'POST /api/v2/Voucher/{id}/vehicle'
  | 'POST /api/vehicleChange1'
  | 'POST /api/v2/Voucher/{id}/close'
  | 'GET /api/voucher/close'
  | 'POST /api/v2/Voucher/{id}/device/attach'
  | 'POST /api/obuAttach'
  | 'POST /api/v2/Voucher/{id}/device/dettach'
  | 'POST /api/obuDetach';
type MoveRequest = Pick<Request<CallName>, 'caller' | 'locale' | 'change'>;
type MoveName = keyof typeof voucherMoves;

interface AttachBody {
  readonly Imei: string;
  readonly At?: string | undefined;
  readonly Reason?: string | undefined;
  readonly Swap?: boolean | undefined;
}

/** The specification's calls that move a voucher. Each is a move of the life cycle under its own path and names. */
export const moveHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<CallName> => {
  const { db } = context;
  const move = (request: MoveRequest, id: number, name: MoveName, body: Values) =>
    request.change(tx =>
      moveAndRead<VoucherRecord>(
        context,
        tx,
        vouchersTable,
        toRequestContext(context, dictionaries, request),
        id,
        name,
        body,
      ),
    );
  const attach = async (request: MoveRequest, id: number, { Imei, At, Reason, Swap = false }: AttachBody) => {
    const { IMEI } = await readRecord<VoucherRecord>(
      db,
      vouchersTable,
      toRequestContext(context, dictionaries, request),
      id,
    );
    if (IMEI !== '' && !Swap) throw new DomainError('DEVICE_THERE', { values: { imei: IMEI } });
    // `Swap` requires a reason, even if the voucher has no device at present.
    if (Swap && isInvisible(Reason ?? '')) throw invalid({ field: 'Reason', message: 'required' });
    const values = { Imei: normaliseImei(Imei), ...(At && { Date: At }), ...(Reason && { Reason }) };
    const voucher = await renameFaultFields({ Date: 'At' }, move(request, id, IMEI === '' ? 'attach' : 'swap', values));
    return readDevice(db, request.caller.companyId, voucher);
  };
  const detach = async (request: MoveRequest, id: number, { At, Reason }: Omit<AttachBody, 'Imei'>) => {
    const values = { ...(At && { Date: At }), ...(Reason && { Reason }) };
    const voucher = await renameFaultFields({ Date: 'At' }, move(request, id, 'detach', values));
    return readDevice(db, request.caller.companyId, voucher);
  };
  const changeVehicle = async (request: MoveRequest, id: number, values: Values) => {
    await move(request, id, 'changeVehicle', values);
    return readVehicle(db, request.caller.companyId, id);
  };
  return {
    'POST /api/v2/Voucher/{id}/vehicle': request => {
      const { Vehicle, ...values } = request.body;
      return renameFaultFields(
        nestedNames,
        changeVehicle(request, request.params.id, { ...values, ...flatVehicle(Vehicle) }),
      );
    },
    'POST /api/vehicleChange1': request => {
      const { VoucherId, ...values } = request.body;
      return changeVehicle(request, Number(VoucherId), values);
    },
    'POST /api/v2/Voucher/{id}/close': request => move(request, request.params.id, 'close', request.body),
    'GET /api/voucher/close': request => {
      const { id, reason, date } = request.query;
      return renameFaultFields(
        { Reason: 'reason', Date: 'date' },
        move(request, id, 'close', { Reason: reason, ...(date && { Date: date }) }),
      );
    },
    'POST /api/v2/Voucher/{id}/device/attach': request => attach(request, request.params.id, request.body),
    'POST /api/obuAttach': request => attach(request, request.body.VoucherId, request.body),
    'POST /api/v2/Voucher/{id}/device/dettach': request => detach(request, request.params.id, request.body),
    'POST /api/obuDetach': request => detach(request, request.body.VoucherId, request.body),
  };
};
