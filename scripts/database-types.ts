import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GenerateOptions, generate, PostgresDialect, RawExpressionNode } from 'kysely-codegen';
import { connect } from '../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../server/db/embedded/cluster.ts';
import { migrate } from '../server/db/migrate.ts';
import { insurer } from '../server/insurer.ts';

export const typesFile = join(import.meta.dirname, '..', 'server', 'db', 'types.ts');

/** Column types the schema cannot express: string unions and JSON contents. */
const columns = {
  'accident.facts': 'DefaultedJson<CrashFacts>',
  'accident.severity': 'Severity',
  'accident.status': 'AccidentStatus',
  'accident_decision.former': 'Json<object>',
  'account.settings': 'DefaultedJson<SettingsUpdate>',
  'account_link.purpose': "'reset' | 'invite'",
  'anomaly.kind': 'AnomalyKind',
  'anomaly.state': 'Generated<AnomalyState>',
  'anomaly_status.kind': 'AnomalyKind',
  'audit.changes': "DefaultedJson<AuditRow['changes']>",
  'bulk_change.action_values': 'Json<object>',
  'bulk_change.locale': 'Locale',
  'bulk_change.query': 'Json<object>',
  'bulk_item.undo_values': 'Json<object>',
  'bulk_item.reason': 'Json<JobError>',
  'bulk_item.state': "Generated<'waiting' | 'can' | 'cannot' | 'done' | 'refused' | 'undone' | 'left'>",
  'curve_block.frame': "'vehicle' | 'device'",
  'event.data': 'Json<object>',
  'export_schedule.export_order': 'Json<ExportOrder>',
  'export_schedule.frequency': 'ScheduleFrequency',
  'export_schedule.last_error': 'Json<JobError>',
  'export_schedule.last_state': 'ScheduleRunState',
  'export_schedule.locale': 'Locale',
  'filter_template.role': 'Role',
  'filter_template.shared': 'ViewAudience',
  'filter_template.state': 'Json<ListState>',
  'handout.page': 'Json<object>',
  'idempotency_key.answer': 'Json<object>',
  'image_data.variant': "'original' | 'picture' | 'thumbnail'",
  'import.headings': 'Json<readonly string[]>',
  'import.mapping': 'Json<readonly (string | null)[]>',
  'import.reading': 'Json<StoredFileReading>',
  'import.samples': 'Json<readonly (readonly string[])[]>',
  'import.stage': "Generated<'uploaded' | 'checked' | 'done' | 'undone'>",
  'import.step': "'check' | 'run' | 'undo'",
  'import_fault.message': 'Json<Bilingual>',
  'import_record.written_values': 'DefaultedJson<object>',
  'import_mapping.mapping': 'Json<readonly (string | null)[]>',
  'ingest_message.answer': 'Json<object>',
  'job.error': 'Json<JobError>',
  'job.input': 'Json<object>',
  'job.result': 'Json<object>',
  'job.state': 'Generated<JobState>',
  'manoeuvre.kind': 'ManoeuvreKind',
  'manoeuvre.source': "'acceleration' | 'positions'",
  'notification.kind': 'NotificationKind',
  'orientation.axes': 'Json<object>',
  'quarantine.body': 'Json<object>',
  'registration.state': "Generated<RegistrationRow['state']>",
  'score_prior.priors': 'Json<object>',
  'score_prior.priors_by_source': 'Json<object>',
  'trip_cut.waiting': 'Json<object>',
  'trip_score.parts': 'Json<Readonly<Record<string, number>>>',
};

const imported = {
  '../../src/contract/access.ts': ['Role'],
  '../../src/contract/anomalies.ts': ['AnomalyKind', 'AnomalyState'],
  '../../src/contract/messages/index.ts': ['Locale'],
  '../../src/contract/schedules.ts': ['ScheduleFrequency', 'ScheduleRunState'],
  '../../src/contract/scoring.ts': ['ManoeuvreKind'],
  '../../src/contract/shapes/accident.ts': ['CrashFacts'],
  '../../src/contract/shapes/account.ts': ['RegistrationRow', 'SettingsUpdate'],
  '../../src/contract/shapes/audit.ts': ['AuditRow'],
  '../../src/contract/shapes/imports.ts': ['StoredFileReading'],
  '../../src/contract/shapes/jobs.ts': ['ExportOrder', 'JobError'],
  '../../src/contract/shapes/messages.ts': ['NotificationKind'],
  '../../src/contract/shapes/savedViews.ts': ['ListState'],
  '../../src/contract/states.ts': ['AccidentStatus', 'JobState', 'Severity', 'ViewAudience'],
  '../../src/schema/kinds/field.ts': ['Bilingual'],
  './columns.ts': ['DefaultedJson', 'Json', 'Moment'],
};

const head = [
  '// `npm run generate` writes this file from the migrated schema. A test fails while it is out of date.\n',
  ...Object.entries(imported).map(
    ([path, names]) => `import type { ${names.join(', ')} } from ${JSON.stringify(path)};`,
  ),
  '',
].join('\n');

/** TypeScript types as raw text, because the generator can parse types only with a TypeScript that has a JS API. */
const raw = (types: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(types).map(([name, text]) => [name, new RawExpressionNode(text)]));

/** Returns the contents of server/db/types.ts for a database's schema. */
export const databaseTypes = async (db: GenerateOptions['db']): Promise<string> => {
  const dialect = new PostgresDialect();
  Object.assign(dialect.adapter.scalars, raw({ timestamptz: 'Moment', int8: 'number', date: 'string' }));
  const text = await generate({
    db,
    dialect,
    // Tables that only a description defines are accessed by name, so they need no types.
    excludePattern: `{*.pg_*,graphile_worker.*,${insurer.registry.sourcesWithDefaults.map(table => `*.${table}`).join(',')}}`,
    outFile: null,
    overrides: { columns: raw(columns) },
    skipAutogeneratedFileComment: true,
    typeOnlyImports: true,
  });
  return head + text.replace('export interface DB {', '/** Every table. */\nexport interface Database {');
};

/** Writes server/db/types.ts from a fresh database. */
export const writeDatabaseTypes = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-types-'));
  const cluster = await openCluster(join(folder, 'postgres'), '-c fsync=off');
  await ensureDatabase(cluster, 'drivedesk');
  const connection = connect(cluster.url('drivedesk'), console.error);
  await migrate(connection.db);
  await writeFile(typesFile, await databaseTypes(connection.db));
  await connection.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
};
