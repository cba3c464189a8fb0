import { joined, type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

/** The expressions equal those of the indexes in migration 008. */
export const deviceFound: SearchIndex = {
  id: 'imei',
  columns: 'imei as id, id as device_id, imei, sim_number, obu_brand, obu_model',
  recordId: 'device_id',
  keys: [
    { ask: 'key', expression: 'imei' },
    { ask: 'tail', expression: 'reverse(imei)' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(sim_number))' },
  ],
  matched: { imei: 'key', sim_number: 'phone', obu_brand: 'text', obu_model: 'text' },
  shown: row => ({
    Title: textOf(row, 'imei'),
    about: [joined(row, 'obu_brand', 'obu_model'), textOf(row, 'sim_number')],
  }),
};
