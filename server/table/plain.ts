import type { Resource } from '../../src/resources/define.ts';
import type { Field, FieldKind } from '../../src/resources/fields.ts';
import { writtenNames } from '../../src/resources/wire.ts';
import type { Table } from './define.ts';

/** `installationCenter` → `installation_center`, `ZipCode` → `zip_code`, `VIN` → `vin`. */
export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Kinds whose column is a text that is never null: nothing is the empty text there, and null on the wire. */
const textKinds: readonly FieldKind[] = ['text', 'option', 'status', 'plate', 'vin', 'imei', 'phone', 'email'];

export const isTextColumn = ({ kind, idField }: Field): boolean => !idField && textKinds.includes(kind);

/** A table that lies as its resource is described: columns named by the fields, `id`, `company_id` and `version` beside them. */
export interface PlainTable extends Table {
  /** Column of each name that can be written. */
  readonly writes: Readonly<Record<string, { readonly column: string; readonly field: Field }>>;
}

const read = (wireName: string, field: Field): string =>
  isTextColumn(field) ? `nullif(${snake(wireName)}, '') as "${wireName}"` : `${snake(wireName)} as "${wireName}"`;

export const plainTable = (resource: Resource): PlainTable => {
  const fields = Object.entries(resource.fields);
  const written = fields.flatMap(([name, field]) =>
    writtenNames(name, field).map(wireName => [wireName, field] as const),
  );
  const columnOf = ([name, field]: (typeof fields)[number]): string => snake(writtenNames(name, field)[0] ?? name);
  return {
    resource,
    from: snake(resource.entity),
    select: ['id as "Id"', ...written.map(([wireName, field]) => read(wireName, field)), 'version as "Version"'].join(
      ', ',
    ),
    columns: Object.fromEntries(fields.map(entry => [entry[0], columnOf(entry)])),
    nullable: fields
      .filter(([, field]) => !field.required && !isTextColumn(field) && field.kind !== 'boolean')
      .map(([name]) => name),
    writes: Object.fromEntries(written.map(([wireName, field]) => [wireName, { column: snake(wireName), field }])),
  };
};
