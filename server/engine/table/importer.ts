import type { Values } from '../../../src/contract/describedTypes.ts';
import type { FieldMessage } from '../../../src/contract/messages/index.ts';
import type { TouchedRecord } from '../../../src/contract/shapes/imports.ts';
import type { Db } from '../../db/connect.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import type { RequestContext } from './define.ts';

/** A row of a file, in the form of the body of the call that creates one record. */
export interface ImportRow {
  readonly row: number;
  readonly values: Values;
}

export interface RowFault {
  readonly row: number;
  readonly field: string;
  readonly message: FieldMessage;
  readonly values?: Values;
  /** True for an error, false for a warning. One error prevents the whole import. */
  readonly grave: boolean;
  readonly recordId?: number;
  readonly otherRow?: number;
}

export interface ImportedRecord {
  readonly id: number;
  readonly createdIds: object;
}

/**
 * Import of a resource's records from a file. Each row of the file is validated as the body of the API call that creates
 * one record, and the records are created by the same function. A resource whose create call is generated needs no
 * importer of its own (engine/imports/importers.ts).
 */
export interface Importer {
  /** Names of the database tables to which an import adds rows. */
  readonly tables: readonly string[];
  /** Fields that must be unique within a file, besides the fields described as unique. */
  readonly uniqueInFile: readonly string[];
  /** Checks rows that are valid on their own against other tables. Returns the faults. */
  readonly compare: (
    db: Db,
    requestContext: RequestContext,
    rows: readonly ImportRow[],
    now: Date,
  ) => Promise<readonly RowFault[]>;
  /** Creates the records in the order of `bodies`, all or none. Emits no event. */
  readonly create: (
    tx: Tx,
    requestContext: RequestContext,
    bodies: readonly Values[],
    now: Date,
  ) => Promise<readonly ImportedRecord[]>;
  /**
   * Work after the import that must not hold locks for long. Runs for a part of the imported records at a time,
   * possibly twice.
   */
  readonly settle?: (
    context: { readonly workers: Workers; readonly now: () => Date },
    tx: Tx,
    companyId: number,
    ids: readonly number[],
  ) => Promise<void>;
  /** Returns the imported records that users have worked with since the import. */
  readonly touched: (
    db: Db,
    companyId: number,
    imported: readonly ImportedRecord[],
  ) => Promise<readonly Omit<TouchedRecord, 'Row'>[]>;
  /**
   * Locks the records and everything created along with them, until the transaction ends. Incoming device messages for
   * them wait too. All records of an import are locked at once, because parts could not keep the lock order of other
   * transactions.
   */
  readonly lock: (tx: Tx, companyId: number, imported: readonly ImportedRecord[]) => Promise<void>;
  /** Deletes untouched records and everything created along with them. */
  readonly remove: (tx: Tx, companyId: number, imported: readonly ImportedRecord[]) => Promise<void>;
}

export interface Importers {
  /** Names of the resources that can be imported. Resources with an importer of their own come first. */
  readonly names: readonly string[];
  readonly of: (resource: string) => Importer;
}
