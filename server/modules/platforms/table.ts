import { platformKeys } from '../../../src/resources/platformKeys.ts';
import { quarantinedDevices } from '../../../src/resources/quarantinedDevices.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';

// Platform keys are not cached. A company has only a few of them, and some are created outside the calls, for example
// by the demo.
export const platformKeysTable = defineTable(platformKeys, { cache: 'none' });

/** Marks unknown devices that are already in the company's stock. Such a device lacks only a voucher. */
const fillInStock: Fill = async (read, companyId, rows) => {
  const stockDevices = await read<{ imei: string }>({
    text: 'select imei from device where company_id = $1 and imei = any($2::text[])',
    values: [companyId, rows.map(({ IMEI }) => IMEI)],
  });
  const stockImeis = new Set(stockDevices.map(({ imei }) => imei));
  for (const row of rows) row.InStock = stockImeis.has(String(row.IMEI));
};

export const quarantinedDevicesTable = defineTable(quarantinedDevices, {
  cache: 'none',
  computed: { names: ['InStock'], rows: fillInStock },
});
