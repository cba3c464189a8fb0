import type { ImportMatching } from '../../../src/contract/shapes/imports.ts';
import type { ImportState } from '../../../src/contract/states.ts';
import { imports } from '../../../src/resources/engine/imports.ts';
import { writableFields } from '../../../src/schema/define.ts';
import { importableFields, supersededColumns } from '../../../src/schema/importing.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { formatDay } from '../../../src/schema/kinds/format.ts';
import { shownDayOfExcelAlone } from '../../../src/schema/kinds/serial.ts';
import { isZone } from '../../../src/schema/kinds/zone.ts';
import { fullLabels } from '../../../src/schema/texts.ts';
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
import { remarksOf, supersededRemarks } from './remarks.ts';
import { changeImport, dropFaults, type Import, readFaults, readFile, readImport } from './repository.ts';
import { importJob, requireMayCreate } from './service.ts';
import { importsTable } from './table.ts';
import { touchedRecords } from './undoing.ts';
import { headingsOf, insertImport, matchColumns, readTable, rememberMatching, replaceTable } from './uploading.ts';

type UploadRoute = 'POST /api/v3/imports' | 'GET /api/v3/imports/{id}/columns' | 'POST /api/v3/imports/{id}/read';
type StepRoute =
  | 'POST /api/v3/imports/{id}/check'
  | 'POST /api/v3/imports/{id}/run'
  | 'POST /api/v3/imports/{id}/cancel'
  | 'POST /api/v3/imports/{id}/undo';
type RecordRoute =
  | 'GET /api/v3/imports/{id}'
  | 'GET /api/v3/imports/{id}/faults'
  | 'GET /api/v3/imports/{id}/faults/file'
  | 'GET /api/v3/imports/{id}/touched'
  | 'DELETE /api/v3/imports/{id}';
type RouteName = UploadRoute | StepRoute | RecordRoute;

type Requester = Pick<Request<RouteName>, 'caller' | 'locale'>;
type Step = 'check' | 'run' | 'undo';

const defaultPageSize = 50;

const runningStates = { check: 'checking', run: 'importing', undo: 'undoing' } as const;
const stateOf = ({ isOpen, step, stage }: Import): ImportState => (isOpen && step ? runningStates[step] : stage);

const requireState = (importRow: Import, locale: 'ru' | 'en', ...allowedStates: readonly ImportState[]): void => {
  const state = stateOf(importRow);
  if (allowedStates.includes(state)) return;
  throw new DomainError('IMPORT_STATE', { values: { state: imports.fields.State.choiceLabels[state][locale] } });
};

/**
 * Returns the faults of a mapping. Each field may be filled once, and every required field of a new record needs a
 * column.
 */
const matchingFaults = (
  registry: Registry,
  importRow: Import,
  { Columns, TimeZone }: ImportMatching,
): readonly FieldFault[] => {
  const resource = registry.resource(importRow.resource);
  const knownFields = importableFields(resource);
  const matchedFields = new Set(Columns);
  const isMatched = (name: string) =>
    matchedFields.has(name) ||
    knownFields.some(each => matchedFields.has(each) && resource.fields[each]?.composedOf?.includes(name));
  const missing = writableFields(resource, 'create').filter(name => {
    const { required, replacedBy, initialValue } = resource.fields[name] as Field;
    return (
      required && initialValue === undefined && !isMatched(name) && !(replacedBy !== undefined && isMatched(replacedBy))
    );
  });
  return [
    ...(Columns.length === importRow.headings.length ? [] : [{ field: 'Columns', message: 'pattern' as const }]),
    ...Columns.flatMap((name, at): FieldFault[] => {
      if (name === null) return [];
      if (!knownFields.includes(name)) return [{ field: `Columns.${at}`, message: 'unknown' }];
      return Columns.indexOf(name) === at ? [] : [{ field: `Columns.${at}`, message: 'once' }];
    }),
    ...missing.map(field => ({ field, message: 'notMatched' as const })),
    ...(TimeZone === undefined || isZone(TimeZone) ? [] : [{ field: 'TimeZone', message: 'timeZone' as const }]),
  ];
};

/** A date of a workbook in the format of the language: `2026-01-15T09:30:00` → `15.01.2026 09:30`. */
const formatSample = (sample: string, locale: Requester['locale']): string => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?)?$/.exec(sample) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return shownDayOfExcelAlone(sample) ?? sample;
  return [shownDayOfExcelAlone(day) ?? formatDay(day, locale), time].filter(Boolean).join(' ');
};

type ImportAnswer = Awaited<ReturnType<HandlersOf<RouteName>['GET /api/v3/imports/{id}']>>;

/** Returns the context, and a function that reads an import in the form in which the API answers it. */
const makeImportReader = (context: Context, dictionaries: Dictionaries) => ({
  context,
  readImportAnswer: (connection: Tx['db'] | Context['db'], request: Requester, id: number): Promise<ImportAnswer> =>
    readRecord<ImportAnswer>(connection, importsTable, toRequestContext(context, dictionaries, request), id),
});
type ImportReader = ReturnType<typeof makeImportReader>;

const importKeyOf = ({ caller }: { readonly caller: Caller }, id: number) => ({ companyId: caller.companyId, id });

const startStep = async (
  { context, readImportAnswer }: ImportReader,
  request: Requester & Pick<Request<'POST /api/v3/imports/{id}/run'>, 'params' | 'change'>,
  Step: Step,
  prepare: (tx: Tx, importRow: Import) => Promise<Parameters<typeof changeImport>[2]>,
): Promise<ImportAnswer> => {
  const { caller, locale, params, change } = request;
  return change(async tx => {
    const importRow = await readImport(tx.db, importKeyOf(request, params.id), true);
    const changedColumns = await prepare(tx, importRow);
    const input = { ImportId: params.id, Step, Locale: locale };
    const times = { at: context.now(), expiresAt: new Date(importRow.expires_at) };
    const job_id = await startJob(tx, caller, { kind: importJob, input, total: importRow.row_count, ...times });
    await changeImport(tx.db, importKeyOf(request, params.id), { ...changedColumns, step: Step, job_id });
    emitImport(tx, params.id, Step);
    return readImportAnswer(tx.db, request, params.id);
  });
};

const describeColumns = async (registry: Registry, importRow: Import, locale: Requester['locale']) => {
  const { headings, samples, mapping, resource, reading, stage } = importRow;
  const {
    Proposed = [],
    LeftSheets,
    HiddenSheets,
    HiddenColumns,
    LeftRows,
    Totals,
    IsEncodingUnsure,
    Headings,
    ...Reading
  } = reading ?? {};
  // The samples of a workbook have dates in ISO 8601, which are shown in the reader's format. The samples of a text
  // file are shown unchanged.
  const isWorkbook = reading !== null && reading.Sheet !== null;
  const Columns = headings.map((Heading, at) => ({
    Heading,
    Samples: (samples[at] ?? []).map(sample => (isWorkbook ? formatSample(sample, locale) : sample)),
    Field: mapping[at] ?? null,
    Proposed: Proposed.includes(at),
  }));
  const resourceOfImport = registry.resource(resource);
  const superseded = supersededColumns(headings, mapping, await headingsOf(resourceOfImport));
  const isFileKept = reading !== null && (stage === 'uploaded' || stage === 'checked');
  return {
    Columns,
    Fields: [...importableFields(resourceOfImport)],
    Reading: isFileKept ? (Reading as typeof reading) : null,
    Remarks: [
      ...remarksOf(reading ?? {}, headings, locale),
      ...supersededRemarks(superseded, headings, fullLabels(resourceOfImport, locale), locale),
    ],
  };
};

const uploadHandlers = ({ context, readImportAnswer }: ImportReader): HandlersOf<UploadRoute> => {
  const { db, now } = context;
  return {
    'POST /api/v3/imports': async request => {
      const { file, caller, query } = request;
      const { names } = context.importers;
      const { resource: resourceName = names[0] ?? '' } = query;
      if (!names.includes(resourceName))
        throw invalid({ field: 'resource', message: 'unknownTitle', values: { value: resourceName } });
      const resource = context.registry.resource(resourceName);
      requireMayCreate(caller, resource);
      const known = await headingsOf(resource);
      const table = await readTable(context, file, { known }, request);
      const matched = await matchColumns(db, caller, resource, table.headings, known);
      return request.change(async tx => {
        const id = await insertImport(tx, caller, { resource: resourceName, file, table, matched }, now());
        await tx.audit({
          entity: 'import',
          entityId: id,
          action: 'upload',
          changes: [{ field: 'FileName', before: null, after: file.name }],
        });
        emitImport(tx, id, 'create');
        return readImportAnswer(tx.db, request, id);
      });
    },
    'GET /api/v3/imports/{id}/columns': async request =>
      describeColumns(context.registry, await readImport(db, importKeyOf(request, request.params.id)), request.locale),
    'POST /api/v3/imports/{id}/read': async request => {
      const { caller, locale, body } = request;
      const importKey = importKeyOf(request, request.params.id);
      const importRow = await readImport(db, importKey);
      requireState(importRow, locale, 'uploaded', 'checked');
      const file = { name: importRow.file_name, bytes: await readFile(db, importKey) };
      if (file.bytes.length === 0) throw new DomainError('FILE_NOT_KEPT', { values: { name: file.name } });
      const resource = context.registry.resource(importRow.resource);
      const known = await headingsOf(resource);
      const choice = {
        ...{ encoding: body.Encoding, headingRow: body.HeadingRow, sheet: body.Sheet, keepRows: body.KeepRows },
        known,
      };
      const table = await readTable(context, file, choice, request);
      const matched = await matchColumns(db, caller, resource, table.headings, known);
      return request.change(async tx => {
        requireState(await readImport(tx.db, importKey, true), locale, 'uploaded', 'checked');
        await replaceTable(tx, importKey, table, matched);
        await dropFaults(tx.db, importKey, '');
        await tx.audit({ entity: 'import', entityId: importKey.id, action: 'read', changes: [] });
        emitImport(tx, importKey.id, 'read');
        return readImportAnswer(tx.db, request, importKey.id);
      });
    },
  };
};

const stepHandlers = (reader: ImportReader): HandlersOf<StepRoute> => {
  const { context, readImportAnswer } = reader;
  const { db, now } = context;
  return {
    'POST /api/v3/imports/{id}/check': request =>
      startStep(reader, request, 'check', async (tx, importRow) => {
        requireState(importRow, request.locale, 'uploaded', 'checked');
        const faults = matchingFaults(context.registry, importRow, request.body);
        if (faults.length > 0) throw invalid(...faults);
        const { Columns, TimeZone } = request.body;
        // Deletes the faults of an earlier check that did not reach its end.
        await dropFaults(tx.db, importKeyOf(request, request.params.id), importRow.check_id ?? '');
        await rememberMatching(tx, request.caller, importRow, Columns, now());
        const confirmed = importRow.reading && { reading: JSON.stringify({ ...importRow.reading, Proposed: [] }) };
        return { ...confirmed, mapping: JSON.stringify(Columns), time_zone: TimeZone ?? 'UTC', stage: 'uploaded' };
      }),
    'POST /api/v3/imports/{id}/run': request =>
      startStep(reader, request, 'run', async (_tx, importRow) => {
        requireState(importRow, request.locale, 'checked');
        if (importRow.wrong_rows)
          throw new DomainError('IMPORT_HAS_FAULTS', { values: { count: importRow.wrong_rows } });
        return {};
      }),
    'POST /api/v3/imports/{id}/cancel': async request => {
      const { id } = request.params;
      return request.change(async tx => {
        const importRow = await readImport(tx.db, importKeyOf(request, id));
        const openStates = ['checking', 'importing', 'undoing'] as const;
        requireState(importRow, request.locale, ...openStates);
        const cancelled = await cancelJob(
          tx,
          { companyId: request.caller.companyId, id: importRow.job_id ?? 0 },
          now(),
        );
        // If the job ended before it could be cancelled, its result counts and the cancellation fails.
        if (!cancelled) requireState(await readImport(tx.db, importKeyOf(request, id)), request.locale, ...openStates);
        await tx.audit({ entity: 'import', entityId: id, action: 'cancel', changes: [] });
        emitImport(tx, id, 'cancel');
        return readImportAnswer(tx.db, request, id);
      });
    },
    'POST /api/v3/imports/{id}/undo': async request => {
      const importKey = importKeyOf(request, request.params.id);
      const { resource } = await readImport(db, importKey);
      const { Total: count } = await touchedRecords(db, importKey, context.importers.of(resource));
      return startStep(reader, request, 'undo', async (_tx, importRow) => {
        requireState(importRow, request.locale, 'done');
        if (count > 0) throw new DomainError('IMPORT_TOUCHED', { values: { count } });
        return {};
      });
    },
  };
};

const recordHandlers = ({ context, readImportAnswer }: ImportReader): HandlersOf<RecordRoute> => {
  const { db } = context;
  return {
    'GET /api/v3/imports/{id}': request => readImportAnswer(db, request, request.params.id),
    'GET /api/v3/imports/{id}/faults': async request => {
      const { page = 1, pageSize = defaultPageSize, grave } = request.query;
      const importKey = importKeyOf(request, request.params.id);
      const { reading } = await readImport(db, importKey);
      const isWorkbook = reading !== null && reading.Sheet !== null;
      const { rows, total } = await readFaults(db, importKey, {
        grave,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      const Items = rows.map(({ row_number, field, value, message, grave: Grave, record_id, other_row }) => ({
        Row: row_number,
        Field: field,
        Value: isWorkbook ? formatSample(value, request.locale) : value,
        Message: message[request.locale],
        Grave,
        RecordId: record_id,
        OtherRow: other_row,
      }));
      return { Items, Total: Number(total) };
    },
    'GET /api/v3/imports/{id}/faults/file': async request => {
      const importKey = importKeyOf(request, request.params.id);
      const importRow = await readImport(db, importKey);
      requireState(importRow, request.locale, 'checked');
      const { locale, query } = request;
      return writeFaultyRows(context, importKey, importRow, {
        format: query.format,
        locale,
        zone: importRow.time_zone,
      });
    },
    'GET /api/v3/imports/{id}/touched': async request => {
      const importKey = importKeyOf(request, request.params.id);
      const { resource } = await readImport(db, importKey);
      return touchedRecords(db, importKey, context.importers.of(resource));
    },
    'DELETE /api/v3/imports/{id}': async request => {
      const { id } = request.params;
      return request.change(async tx => {
        const importRow = await readImport(tx.db, importKeyOf(request, id), true);
        requireState(importRow, request.locale, 'uploaded', 'checked');
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

export const importHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<RouteName> => {
  const reader = makeImportReader(context, dictionaries);
  return { ...uploadHandlers(reader), ...stepHandlers(reader), ...recordHandlers(reader) };
};
