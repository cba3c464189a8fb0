import type { Values } from '../../../src/contract/describedTypes.ts';
import type { VoucherRecord } from '../../../src/contract/shapes/voucher.ts';
import type { voucherMoves } from '../../../src/resources/vouchers/states.ts';
import { normaliseImei } from '../../../src/schema/kinds/imei.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { makeMove } from '../../engine/table/moves.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { DomainError, invalid } from '../../errors.ts';
import { faultsNamedBy, flatVehicle, nestedNames } from './flatVoucher.ts';
import { readDevice, readVehicle } from './reading.ts';
import { vouchersTable } from './table.ts';

type Names =
  | 'POST /api/v2/Voucher/{id}/vehicle'
  | 'POST /api/vehicleChange1'
  | 'POST /api/v2/Voucher/{id}/close'
  | 'GET /api/voucher/close'
  | 'POST /api/v2/Voucher/{id}/device/attach'
  | 'POST /api/obuAttach'
  | 'POST /api/v2/Voucher/{id}/device/dettach'
  | 'POST /api/obuDetach';
type Asker = Pick<Request<Names>, 'caller' | 'locale' | 'change'>;
type MoveName = keyof typeof voucherMoves;

interface Attach {
  readonly Imei: string;
  readonly At?: string | undefined;
  readonly Reason?: string | undefined;
  readonly Swap?: boolean | undefined;
}

/** The specification's calls that move a voucher. Each is a move of the life cycle under its own path and names. */
export const movingHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const { db } = context;
  const move = (request: Asker, id: number, name: MoveName, body: Values) =>
    request.change(tx =>
      makeMove<VoucherRecord>(
        context,
        tx,
        vouchersTable,
        toRequestContext(context, dictionaries, request),
        id,
        name,
        body,
      ),
    );
  const attach = async (request: Asker, id: number, { Imei, At, Reason, Swap = false }: Attach) => {
    const { IMEI } = await readRecord<VoucherRecord>(
      db,
      vouchersTable,
      toRequestContext(context, dictionaries, request),
      id,
    );
    if (IMEI !== '' && !Swap) throw new DomainError('DEVICE_THERE', { values: { imei: IMEI } });
    // `Swap` requires a reason, even if the voucher has no device at present.
    if (Swap && isInvisible(Reason ?? '')) throw invalid({ field: 'Reason', message: 'required' });
    const asked = { Imei: normaliseImei(Imei), ...(At && { Date: At }), ...(Reason && { Reason }) };
    const moved = await faultsNamedBy({ Date: 'At' }, move(request, id, IMEI === '' ? 'attach' : 'swap', asked));
    return readDevice(db, request.caller.companyId, moved);
  };
  const detach = async (request: Asker, id: number, { At, Reason }: Omit<Attach, 'Imei'>) => {
    const asked = { ...(At && { Date: At }), ...(Reason && { Reason }) };
    const moved = await faultsNamedBy({ Date: 'At' }, move(request, id, 'detach', asked));
    return readDevice(db, request.caller.companyId, moved);
  };
  const changeVehicle = async (request: Asker, id: number, asked: Values) => {
    await move(request, id, 'changeVehicle', asked);
    return readVehicle(db, request.caller.companyId, id);
  };
  return {
    'POST /api/v2/Voucher/{id}/vehicle': request => {
      const { Vehicle, ...asked } = request.body;
      return faultsNamedBy(
        nestedNames,
        changeVehicle(request, request.params.id, { ...asked, ...flatVehicle(Vehicle) }),
      );
    },
    'POST /api/vehicleChange1': request => {
      const { VoucherId, ...asked } = request.body;
      return changeVehicle(request, Number(VoucherId), asked);
    },
    'POST /api/v2/Voucher/{id}/close': request => move(request, request.params.id, 'close', request.body),
    'GET /api/voucher/close': request => {
      const { id, reason, date } = request.query;
      return faultsNamedBy(
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
