import type { ImportMatching } from '../../../src/contract/shapes/imports.ts';
import type { ImportState } from '../../../src/contract/states.ts';
import { imports } from '../../../src/resources/engine/imports.ts';
import { writtenFields } from '../../../src/schema/define.ts';
import { importedFields } from '../../../src/schema/importing.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { formatDay } from '../../../src/schema/kinds/format.ts';
import { isZone } from '../../../src/schema/kinds/zone.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { DomainError, type FieldFault, invalid } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { Dictionaries } from '../dictionaries.ts';
import { cancelJob, startJob } from '../jobs/service.ts';
import type { Registry } from '../table/define.ts';
import { readRecord } from '../table/records.ts';
import { toRequestContext } from '../table/requestContext.ts';
import { emitImport } from './events.ts';
import { writeFaultyRows } from './faultyRows.ts';
import { remarksOf } from './remarks.ts';
import { changeImport, dropFaults, type Import, readFaults, readFile, readImport } from './repository.ts';
import { importJob } from './service.ts';
import { importsTable } from './table.ts';
import { touchedRecords } from './undoing.ts';
import { headingsOf, insertImport, matchFor, rememberMatching, replaceTable, takeApart } from './uploading.ts';

type Uploads = 'POST /api/v3/imports' | 'GET /api/v3/imports/{id}/columns' | 'POST /api/v3/imports/{id}/read';
type Steps =
  | 'POST /api/v3/imports/{id}/check'
  | 'POST /api/v3/imports/{id}/run'
  | 'POST /api/v3/imports/{id}/cancel'
  | 'POST /api/v3/imports/{id}/undo';
type Records =
  | 'GET /api/v3/imports/{id}'
  | 'GET /api/v3/imports/{id}/faults'
  | 'GET /api/v3/imports/{id}/faults/file'
  | 'GET /api/v3/imports/{id}/touched'
  | 'DELETE /api/v3/imports/{id}';
type Names = Uploads | Steps | Records;

type Requester = Pick<Request<Names>, 'caller' | 'locale'>;
type Step = 'check' | 'run' | 'undo';

const usualPage = 50;

const doing = { check: 'checking', run: 'importing', undo: 'undoing' } as const;
const stateOf = ({ isOpen, step, stage }: Import): ImportState => (isOpen && step ? doing[step] : stage);

/** Throws unless the import is in one of these states. The error names the present state. */
const requireState = (found: Import, locale: 'ru' | 'en', ...wanted: readonly ImportState[]): void => {
  const state = stateOf(found);
  if (wanted.includes(state)) return;
  throw new DomainError('IMPORT_STATE', { values: { state: imports.fields.State.choiceLabels[state][locale] } });
};

/** Faults of a mapping: each field at most once, and a column for every required field of a new record. */
const matchingFaults = (
  registry: Registry,
  found: Import,
  { Columns, TimeZone }: ImportMatching,
): readonly FieldFault[] => {
  const resource = registry.resource(found.resource);
  const known = importedFields(resource);
  const given = new Set(Columns);
  const fits = (name: string) =>
    given.has(name) || known.some(each => given.has(each) && resource.fields[each]?.madeOf?.includes(name));
  const missing = writtenFields(resource, 'create').filter(name => {
    const { required, unless, initially } = resource.fields[name] as Field;
    return required && initially === undefined && !fits(name) && !(unless !== undefined && fits(unless));
  });
  return [
    ...(Columns.length === found.headings.length ? [] : [{ field: 'Columns', message: 'pattern' as const }]),
    ...Columns.flatMap((name, at): FieldFault[] => {
      if (name === null) return [];
      if (!known.includes(name)) return [{ field: `Columns.${at}`, message: 'unknown' }];
      return Columns.indexOf(name) === at ? [] : [{ field: `Columns.${at}`, message: 'once' }];
    }),
    ...missing.map(field => ({ field, message: 'notMatched' as const })),
    ...(TimeZone === undefined || isZone(TimeZone) ? [] : [{ field: 'TimeZone', message: 'timeZone' as const }]),
  ];
};

/** A date of a workbook in the format of the language: `2026-01-15T09:30:00` → `15.01.2026 09:30`. */
const shownSample = (sample: string, locale: Requester['locale']): string => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?)?$/.exec(sample) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return sample;
  return [formatDay(day, locale), time].filter(Boolean).join(' ');
};

type Record = Awaited<ReturnType<HandlersOf<Names>['GET /api/v3/imports/{id}']>>;

/** Returns the context, and a function that reads an import in the form in which the API answers it. */
const makeReading = (context: Context, dictionaries: Dictionaries) => ({
  context,
  readOne: (at: Tx['db'] | Context['db'], request: Requester, id: number): Promise<Record> =>
    readRecord<Record>(at, importsTable, toRequestContext(context, dictionaries, request), id),
});
type Reading = ReturnType<typeof makeReading>;

const placeOf = ({ caller }: { readonly caller: Caller }, id: number) => ({ companyId: caller.companyId, id });

/** Starts a step. Its job and the state of the import are stored together. */
const begin = async (
  { context, readOne }: Reading,
  request: Requester & Pick<Request<'POST /api/v3/imports/{id}/run'>, 'params' | 'change'>,
  Step: Step,
  prepare: (tx: Tx, found: Import) => Promise<Parameters<typeof changeImport>[2]>,
): Promise<Record> => {
  const { caller, locale, params, change } = request;
  return change(async tx => {
    const found = await readImport(tx.db, placeOf(request, params.id), true);
    const more = await prepare(tx, found);
    const input = { ImportId: params.id, Step, Locale: locale };
    const times = { at: context.now(), expiresAt: new Date(found.expires_at) };
    const job_id = await startJob(tx, caller, { kind: importJob, input, total: found.row_count, ...times });
    await changeImport(tx.db, placeOf(request, params.id), { ...more, step: Step, job_id });
    emitImport(tx, params.id, Step);
    return readOne(tx.db, request, params.id);
  });
};

/** Calls that read a file and its columns. */
const uploadHandlers = ({ context, readOne }: Reading): HandlersOf<Uploads> => {
  const { db, now } = context;
  return {
    'POST /api/v3/imports': async request => {
      const { file, caller } = request;
      // The call names no resource: it imports the first one that can be imported.
      const [imported = ''] = context.importers.names;
      const resource = context.registry.resource(imported);
      const known = await headingsOf(resource);
      const table = await takeApart(context, file, { known }, request);
      const matched = await matchFor(db, caller, resource, table.headings, known);
      return request.change(async tx => {
        const id = await insertImport(tx, caller, { resource: imported, file, table, matched }, now());
        await tx.audit({
          entity: 'import',
          entityId: id,
          action: 'upload',
          changes: [{ field: 'FileName', before: null, after: file.name }],
        });
        emitImport(tx, id, 'create');
        return readOne(tx.db, request, id);
      });
    },
    'GET /api/v3/imports/{id}/columns': async request => {
      const found = await readImport(db, placeOf(request, request.params.id));
      const { headings, samples, mapping, resource, reading, stage } = found;
      const {
        Proposed = [],
        LeftSheets,
        HiddenSheets,
        HiddenColumns,
        LeftRows,
        Totals,
        Headings,
        ...Reading
      } = reading ?? {};
      // The samples of a workbook have dates in ISO 8601, which are shown in the reader's format. The samples of a text
      // file are shown unchanged.
      const isBook = reading !== null && reading.Sheet !== null;
      const Columns = headings.map((Heading, at) => ({
        Heading,
        Samples: (samples[at] ?? []).map(sample => (isBook ? shownSample(sample, request.locale) : sample)),
        Field: mapping[at] ?? null,
        Proposed: Proposed.includes(at),
      }));
      const isKept = reading !== null && (stage === 'uploaded' || stage === 'checked');
      return {
        Columns,
        Fields: [...importedFields(context.registry.resource(resource))],
        Reading: isKept ? (Reading as typeof reading) : null,
        Remarks: [...remarksOf(reading ?? {}, headings, request.locale)],
      };
    },
    'POST /api/v3/imports/{id}/read': async request => {
      const { caller, locale, body } = request;
      const at = placeOf(request, request.params.id);
      const before = await readImport(db, at);
      requireState(before, locale, 'uploaded', 'checked');
      const file = { name: before.file_name, bytes: await readFile(db, at) };
      if (file.bytes.length === 0) throw new DomainError('FILE_NOT_KEPT', { values: { name: file.name } });
      const resource = context.registry.resource(before.resource);
      const known = await headingsOf(resource);
      const choice = {
        ...{ encoding: body.Encoding, headingRow: body.HeadingRow, sheet: body.Sheet, keepRows: body.KeepRows },
        known,
      };
      const table = await takeApart(context, file, choice, request);
      const matched = await matchFor(db, caller, resource, table.headings, known);
      return request.change(async tx => {
        requireState(await readImport(tx.db, at, true), locale, 'uploaded', 'checked');
        await replaceTable(tx, at, table, matched);
        await dropFaults(tx.db, at, '');
        await tx.audit({ entity: 'import', entityId: at.id, action: 'read', changes: [] });
        emitImport(tx, at.id, 'read');
        return readOne(tx.db, request, at.id);
      });
    },
  };
};

/** Calls that begin a step of an import, or end one. */
const stepHandlers = (shared: Reading): HandlersOf<Steps> => {
  const { context, readOne } = shared;
  const { db, now } = context;
  return {
    'POST /api/v3/imports/{id}/check': request =>
      begin(shared, request, 'check', async (tx, found) => {
        requireState(found, request.locale, 'uploaded', 'checked');
        const faults = matchingFaults(context.registry, found, request.body);
        if (faults.length > 0) throw invalid(...faults);
        const { Columns, TimeZone } = request.body;
        // Deletes the faults of a check that did not reach its end.
        await dropFaults(tx.db, placeOf(request, request.params.id), found.check_id ?? '');
        await rememberMatching(tx, request.caller, found, Columns, now());
        const confirmed = found.reading && { reading: JSON.stringify({ ...found.reading, Proposed: [] }) };
        return { ...confirmed, mapping: JSON.stringify(Columns), time_zone: TimeZone ?? 'UTC', stage: 'uploaded' };
      }),
    'POST /api/v3/imports/{id}/run': request =>
      begin(shared, request, 'run', async (_tx, found) => {
        requireState(found, request.locale, 'checked');
        if (found.wrong_rows) throw new DomainError('IMPORT_HAS_FAULTS', { values: { count: found.wrong_rows } });
        return {};
      }),
    'POST /api/v3/imports/{id}/cancel': async request => {
      const { id } = request.params;
      return request.change(async tx => {
        const found = await readImport(tx.db, placeOf(request, id));
        const underWay = ['checking', 'importing', 'undoing'] as const;
        requireState(found, request.locale, ...underWay);
        const cancelled = await cancelJob(tx, { companyId: request.caller.companyId, id: found.job_id ?? 0 }, now());
        // If the job ended before the cancellation, its result counts and the call fails.
        if (!cancelled) requireState(await readImport(tx.db, placeOf(request, id)), request.locale, ...underWay);
        await tx.audit({ entity: 'import', entityId: id, action: 'cancel', changes: [] });
        emitImport(tx, id, 'cancel');
        return readOne(tx.db, request, id);
      });
    },
    'POST /api/v3/imports/{id}/undo': async request => {
      const at = placeOf(request, request.params.id);
      const { resource } = await readImport(db, at);
      const { Total: count } = await touchedRecords(db, at, context.importers.of(resource));
      return begin(shared, request, 'undo', async (_tx, found) => {
        requireState(found, request.locale, 'done');
        if (count > 0) throw new DomainError('IMPORT_TOUCHED', { values: { count } });
        return {};
      });
    },
  };
};

/** Calls that read or remove an import with its faults. */
const recordHandlers = ({ context, readOne }: Reading): HandlersOf<Records> => {
  const { db } = context;
  return {
    'GET /api/v3/imports/{id}': request => readOne(db, request, request.params.id),
    'GET /api/v3/imports/{id}/faults': async request => {
      const { page = 1, pageSize = usualPage, grave } = request.query;
      const at = placeOf(request, request.params.id);
      const { reading } = await readImport(db, at);
      const isBook = reading !== null && reading.Sheet !== null;
      const { rows, total } = await readFaults(db, at, { grave, limit: pageSize, offset: (page - 1) * pageSize });
      const Items = rows.map(({ row_number, field, value, message, grave: Grave, record_id, other_row }) => ({
        Row: row_number,
        Field: field,
        Value: isBook ? shownSample(value, request.locale) : value,
        Message: message[request.locale],
        Grave,
        RecordId: record_id,
        OtherRow: other_row,
      }));
      return { Items, Total: Number(total) };
    },
    'GET /api/v3/imports/{id}/faults/file': async request => {
      const at = placeOf(request, request.params.id);
      const found = await readImport(db, at);
      requireState(found, request.locale, 'checked');
      const { locale, query } = request;
      return writeFaultyRows(context, at, found, { format: query.format, locale, zone: found.time_zone });
    },
    'GET /api/v3/imports/{id}/touched': async request => {
      const at = placeOf(request, request.params.id);
      const { resource } = await readImport(db, at);
      return touchedRecords(db, at, context.importers.of(resource));
    },
    'DELETE /api/v3/imports/{id}': async request => {
      const { id } = request.params;
      return request.change(async tx => {
        const found = await readImport(tx.db, placeOf(request, id), true);
        requireState(found, request.locale, 'uploaded', 'checked');
        await tx.db
          .deleteFrom('import')
          .where('company_id', '=', request.caller.companyId)
          .where('id', '=', id)
          .execute();
        await tx.audit({ entity: 'import', entityId: id, action: 'remove', changes: [] });
        emitImport(tx, id, 'remove');
        return { Done: true as const };
      });
    },
  };
};

export const importHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const shared = makeReading(context, dictionaries);
  return { ...uploadHandlers(shared), ...stepHandlers(shared), ...recordHandlers(shared) };
};
