import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../server/config.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ensureDemo } from '../../server/demo/start.ts';
import { decodeTrack, encodeTrack } from '../../server/domain/telemetry/codec.ts';
import { recomputeOutdatedTrips } from '../../server/modules/recompute/service.ts';
import { makeWorkers } from '../../server/threads/workers.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { readDatabaseMs } from './measured.ts';

/*
 * Measures how fast the trips of the demo are recomputed after an upgrade: trips per second, statements per trip, and
 * the processor time of the program and of the database. On a shared machine compare the processor time, not the
 * elapsed time.
 *   npm run bench -- recompute [--trips 2000]
 * Uses the embedded database of DATA_DIR (default: ./data/bench-recompute).
 */
const argument = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const wantedTrips = argument('trips', 2000);
const days = argument('days', 30);

const config = readConfig({ DATA_DIR: './data/bench-recompute', ...process.env });
const database = await openDatabase(config);
const connection = connect(database.url, console.error);
const { pool, db, preparedDb } = connection;
await migrate(db);
await ensureDemo(connection, console.log);

let statements = 0;
const sendQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements += 1;
  return sendQuery.apply(this, args as never);
} as never;

/** Demo objects have tracks of the last five days. These days are repeated further back. */
const trackDays = 5;
const { rows: objects } = await pool.query<{ objectId: string; trips: number }>(
  `select object_id as "objectId", count(*)::int as trips from trip
     where start_at >= now() - $1::int * interval '1 day' and exists (select from position_block block
       where block.object_id = trip.object_id and block.start_at <= trip.start_at and block.end_at >= trip.end_at)
     group by object_id order by md5(object_id)`,
  [trackDays],
);
const chosen: string[] = [];
for (let count = 0; count < wantedTrips && chosen.length < objects.length; ) {
  const { objectId, trips } = objects[chosen.length]!;
  chosen.push(objectId);
  count += (trips * days) / trackDays;
}
const { rows: prepared } = await pool.query(`select to_regclass('bench_recompute') as name`);
if (prepared[0].name === null) {
  await pool.query(
    `delete from position_block where object_id = any($1) and start_at < now() - $2::int * interval '1 day'`,
    [chosen, trackDays],
  );
  await pool.query(
    `delete from manoeuvre using trip where trip.object_id = manoeuvre.object_id and trip.id = manoeuvre.trip_id
    and trip.object_id = any($1) and trip.start_at < now() - $2::int * interval '1 day'`,
    [chosen, trackDays],
  );
  await pool.query(`delete from trip where object_id = any($1) and start_at < now() - $2::int * interval '1 day'`, [
    chosen,
    trackDays,
  ]);
  const { rows: blocks } = await pool.query('select * from position_block where object_id = any($1)', [chosen]);
  for (let back = trackDays; back < days; back += trackDays) {
    for (const { object_id, samples, suspect, quarantine_reason, data } of blocks) {
      const track = decodeTrack(data);
      for (let i = 0; i < track.timeMs.length; i++) track.timeMs[i]! -= back * dayMs;
      await pool.query(
        `insert into position_block (object_id, start_at, end_at, samples, suspect, quarantine_reason, data) values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          object_id,
          new Date(track.timeMs[0]!),
          new Date(track.timeMs.at(-1)!),
          samples,
          suspect,
          quarantine_reason,
          encodeTrack(track),
        ],
      );
    }
    await pool.query(
      `insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh, night_ms, watched_by)
       select object_id, start_at - $2::int * interval '1 day', end_at - $2::int * interval '1 day', duration_s, distance_km, average_speed_kmh, maximum_speed_kmh, 0, 'positions'
       from trip where object_id = any($1) and start_at >= now() - $3::int * interval '1 day'`,
      [chosen, back, trackDays],
    );
  }
  await pool.query('create table bench_recompute ()');
}
await pool.query('update trip set outdated = false where outdated');
const { rows: marked } = await pool.query('update trip set outdated = true where object_id = any($1) returning 1', [
  chosen,
]);
await pool.query('vacuum analyze trip');
await pool.query('checkpoint');
const trips = marked.length;

const workers = makeWorkers(console.error);
// The two worker threads load their code now, so that loading is not part of the measurement.
await Promise.all([1, 2].map(() => workers.preloadCode('modules/ingest/warmUp')));
const delay = monitorEventLoopDelay({ resolution: 5 });
const context = {
  db,
  preparedDb,
  now: () => new Date(),
  log: { error: console.error } as never,
  workers,
  onTripsRecomputed: () => {},
};
await setTimeout(500);
const before = { cpu: process.cpuUsage(), databaseMs: await readDatabaseMs(pool), atMs: performance.now() };
statements = 0;
delay.enable();
const countLeft = async (): Promise<number> =>
  Number((await pool.query('select count(*) as n from trip where outdated')).rows[0].n);
while ((await countLeft()) > 0) await recomputeOutdatedTrips(context);
delay.disable();
const elapsedS = (performance.now() - before.atMs) / 1000;
const { user, system } = process.cpuUsage(before.cpu);
const databaseMs = (await readDatabaseMs(pool)) - before.databaseMs;
const programMs = (user + system) / 1000;
const perTrip = (total: number): number => Number((total / trips).toFixed(2));
console.log({
  trips,
  tripsPerS: Number((trips / elapsedS).toFixed(1)),
  statementsPerTrip: perTrip(statements),
  programMsPerTrip: perTrip(programMs),
  databaseMsPerTrip: perTrip(databaseMs),
  tripsPerProcessorS: Number((trips / ((programMs + databaseMs) / 1000)).toFixed(1)),
  longestDelayMs: Number((delay.max / 1e6).toFixed(1)),
});
await workers.close();
await connection.close();
await database.stop();
