import type { SearchHit, SearchKind } from '../../../src/contract/shapes/search.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { recordAddress } from '../../../src/resources/addresses.ts';
import { clients } from '../../../src/resources/clients.ts';
import type { Resource } from '../../../src/resources/define.ts';
import { devices } from '../../../src/resources/devices.ts';
import { operators } from '../../../src/resources/operators.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { marksOf } from '../../domain/search/marks.ts';
import type { Field, Fit } from '../../domain/search/rank.ts';
import type { Reading } from '../../domain/search-query.ts';
import type { Row } from './sources.ts';

type Shown = Pick<SearchHit, 'Title' | 'At' | 'Path'> & { readonly about: readonly string[] };

const text = (row: Row, column: string): string => String(row[column] ?? '').trim();
const carOf = (row: Row): string => `${text(row, 'vehicle_brand')} ${text(row, 'vehicle_model')}`.trim();

/** Address of a record's own page, where it has one. */
const addressed = (resource: Resource, row: Row): Pick<SearchHit, 'Path'> => {
  const Path = recordAddress(resource, { Id: row.id, ObjectId: row.object_id }, String(row.status));
  return Path === undefined ? {} : { Path };
};

const shows: { readonly [Kind in SearchKind]: (row: Row) => Shown } = {
  voucher: row => ({
    Title: text(row, 'number'),
    about: [text(row, 'client_name'), text(row, 'reg_number'), carOf(row)],
    ...addressed(vouchers, row),
  }),
  accident: row => ({
    Title: text(row, 'id'),
    about: [text(row, 'client_name'), text(row, 'reg_number'), carOf(row)],
    At: text(row, 'crash_at'),
    ...addressed(accidents, row),
  }),
  client: row => ({
    Title: text(row, 'name'),
    about: [text(row, 'phone'), text(row, 'city')],
    ...addressed(clients, row),
  }),
  operator: row => ({
    Title: text(row, 'full_name'),
    about: [text(row, 'occupation'), text(row, 'email')],
    ...addressed(operators, row),
  }),
  device: row => ({
    Title: text(row, 'imei'),
    about: [`${text(row, 'obu_brand')} ${text(row, 'obu_model')}`.trim(), text(row, 'sim_number')],
    ...addressed(devices, { ...row, id: row.device_id ?? '' }),
  }),
};

/** Matching values not contained in what is always shown: one per query word. */
const unseen = (shown: string, fields: readonly Field[], { words }: Reading): string[] =>
  words
    .map(word => ({ words: [word], key: '', keys: [], names: [], phones: [] }))
    .filter(alone => marksOf(shown, alone).length === 0)
    .flatMap(alone => fields.find(({ value }) => marksOf(value, alone).length > 0)?.value ?? []);

/** A hit for display, including the values that matched but are not always shown. */
export const presentHit = (
  kind: SearchKind,
  row: Row,
  fields: readonly Field[],
  { field, reading: at }: Fit,
  readings: readonly Reading[],
): SearchHit => {
  const { about, ...shown } = shows[kind](row);
  const reading = readings[at] as Reading;
  const always = [shown.Title, ...about];
  const found = field ? [field.value] : unseen(always.join(' · '), fields, reading);
  const more = [...new Set(found)].filter(value => !always.includes(value));
  // First, so that a narrow line does not cut them off.
  const Subtitle = [...more, ...about].filter(part => part !== '').join(' · ');
  return {
    Kind: kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...shown,
    Subtitle,
    TitleMarks: marksOf(shown.Title, reading),
    SubtitleMarks: marksOf(Subtitle, reading),
  };
};
