import type { VoucherCreate } from '../../../src/contract/shapes/voucher.ts';
import { isValidImei } from '../../../src/kinds/imei.ts';
import { isStorable } from '../../../src/kinds/storable.ts';
import { judgeVin, normaliseVin } from '../../../src/kinds/vin.ts';
import { type FieldFault, invalid } from '../../errors.ts';

const textFaults = (prefix: string, record: Readonly<Record<string, unknown>>): FieldFault[] =>
  Object.entries(record)
    .filter(([, value]) => typeof value === 'string' && !isStorable(value))
    .map(([name]) => ({ field: prefix + name, message: 'pattern' }));

const blankFaults = ({ VoucherNumber, Client, Vehicle }: VoucherCreate): FieldFault[] =>
  Object.entries({ VoucherNumber, 'Client.LastName': Client.LastName, 'Vehicle.Brand': Vehicle.Brand })
    .filter(([, text]) => text.trim() === '')
    .map(([field]) => ({ field, message: 'required' }));

const momentFaults = (text: string | undefined, now: Date): FieldFault[] => {
  const moment = new Date(text ?? now);
  const earliest = new Date('2000-01-01T00:00:00.000Z');
  if (moment >= earliest && moment <= now) return [];
  const format = `${earliest.toISOString()} … ${now.toISOString()}`;
  return [{ field: 'ActivatedAt', message: 'format', values: { format } }];
};

/**
 * The voucher to store, or all faults by field. A VIN is checked by length and letters only, as European makers use its
 * check digit freely. An IMEI needs a correct check digit.
 */
export const checkedVoucher = (body: VoucherCreate, now: Date): VoucherCreate => {
  const vin = normaliseVin(body.Vehicle.Vin ?? '');
  const { ContractBeginDate: begin, ContractEndDate: end, Imei } = body;
  const faults: FieldFault[] = [
    ...textFaults('', { ...body }),
    ...textFaults('Client.', body.Client),
    ...textFaults('Vehicle.', body.Vehicle),
    ...blankFaults(body),
    ...momentFaults(body.ActivatedAt, now),
  ];
  if (vin !== '' && judgeVin(vin) === 'malformed') faults.push({ field: 'Vehicle.Vin', message: 'pattern' });
  if (Imei !== undefined && !isValidImei(Imei)) faults.push({ field: 'Imei', message: 'imei' });
  if (begin && end && end < begin)
    faults.push({ field: 'ContractEndDate', message: 'minimum', values: { min: begin } });
  if (faults.length > 0) throw invalid(...faults);
  return { ...body, VoucherNumber: body.VoucherNumber.trim(), Vehicle: { ...body.Vehicle, Vin: vin } };
};
