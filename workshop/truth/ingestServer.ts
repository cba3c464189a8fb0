import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { ensureDatabase, openCluster } from '../../server/db/embedded/cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { currentFormula } from '../../server/domain/score/formula.ts';
import { insurer } from '../../server/insurer.ts';
import type { StatisticMessage } from '../../src/contract/shapes/telemetry.ts';
import { makeGiven } from '../../tests/support/given.ts';
import { threadScript } from '../../tests/support/threads.ts';

/** Messages that arrive at the server in one request. */
export interface Delivery {
  readonly arrivedMs: number;
  readonly messages: readonly Omit<StatisticMessage, 'Imei'>[];
}

/** Stored figures of a device's trips that count. */
export interface StoredDrive {
  /** Start and duration of each trip. */
  readonly trips: readonly string[];
  readonly distanceKm: number;
  /** Manoeuvres by kind and time, without speeding. */
  readonly manoeuvres: readonly string[];
  /** Mean of the trips' scores, weighted by distance. Null: no trip has a score. */
  readonly score: number | null;
  readonly tripScores: readonly (number | null)[];
  /** Length of the trips that were searched for manoeuvres, km. */
  readonly watchedKm: number;
  /** Trips that wait for a person because of a device fault. */
  readonly quarantined: number;
}

export type IngestServer = Awaited<ReturnType<typeof openIngestServer>>;

/** Event-loop lag above which the server refuses messages, ms. It is long, because other programs may be running. */
const patientLoopMs = 60_000;
/** Vouchers begin before every recording. */
const beforeRecordings = new Date('2000-01-01T00:00:00Z');

/** Starts the real server on an empty database in a temporary folder. Its clock shows the arrival of each delivery. */
export const openIngestServer = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-truth-'));
  const cluster = await openCluster(join(folder, 'postgres'), '-c max_connections=60');
  await ensureDatabase(cluster, 'truth');
  const connection = connect(cluster.url('truth'), console.error);
  await migrate(connection.db);
  let clockMs = beforeRecordings.getTime();
  const server = await buildApp({
    ...insurer,
    connection,
    now: () => new Date(clockMs),
    threadScript: await threadScript(),
    loopDelayMs: patientLoopMs,
    jobs: { startHook: 'onReady', reviveEveryMs: 25 },
    logger: false,
  });
  await server.ready();
  const given = makeGiven(connection.db, () => beforeRecordings);
  const companyId = await given.company();
  const key = await given.platformKey(companyId);

  const deliver = async (imei: string, { arrivedMs, messages }: Delivery): Promise<void> => {
    clockMs = arrivedMs;
    const reply = await server.inject({
      method: 'POST',
      url: '/api/statistic/webhook',
      headers: { authorization: `Bearer ${key}` },
      payload: messages.map(message => ({ ...message, Imei: imei })),
    });
    if (reply.statusCode !== 200) throw new Error(`The server refused a message (${reply.statusCode}): ${reply.body}`);
  };

  /** Lets the waiting time of long drives pass, and waits until they are cut into trips. */
  const cutDrives = async (): Promise<void> => {
    for (;;) {
      const { rows } = await connection.pool.query<{ due: string | null }>('select max(due_at) as due from trip_cut');
      if (!rows[0]?.due) return;
      // The deliveries of another device may have set the clock back.
      clockMs = Math.max(clockMs, Date.parse(rows[0].due));
      await setTimeout(20);
    }
  };

  const readDrive = async (objectId: string): Promise<StoredDrive> => {
    const trips = await connection.db
      .selectFrom('trip')
      .leftJoin('trip_score', join =>
        join
          .onRef('trip_score.trip_id', '=', 'trip.id')
          .onRef('trip_score.object_id', '=', 'trip.object_id')
          .on('trip_score.formula', '=', currentFormula.version),
      )
      .select(['start_at', 'duration_s', 'distance_km', 'watched_by', 'quarantine_reason', 'score_tenths'])
      .where('trip.object_id', '=', objectId)
      .orderBy('start_at')
      .execute();
    const manoeuvres = await connection.db
      .selectFrom('manoeuvre')
      .select(['kind', 'start_at', 'end_at'])
      .where('object_id', '=', objectId)
      .where('kind', '!=', 'speeding')
      .orderBy('start_at')
      .orderBy('kind')
      .execute();
    const countedTrips = trips.filter(trip => trip.quarantine_reason === null);
    const scoredTrips = countedTrips.filter(trip => trip.score_tenths !== null);
    const kilometres = (rows: typeof trips): number => rows.reduce((sum, row) => sum + row.distance_km, 0);
    const points = scoredTrips.reduce((sum, row) => sum + (row.distance_km * row.score_tenths!) / 10, 0);
    const iso = (moment: Date | string): string => new Date(moment).toISOString();
    return {
      trips: countedTrips.map(trip => `${iso(trip.start_at)} ${trip.duration_s}`),
      distanceKm: kilometres(countedTrips),
      manoeuvres: manoeuvres.map(each => `${each.kind} ${iso(each.start_at)} ${iso(each.end_at)}`),
      score: scoredTrips.length > 0 ? points / kilometres(scoredTrips) : null,
      tripScores: countedTrips.map(trip => trip.score_tenths),
      watchedKm: kilometres(countedTrips.filter(trip => trip.watched_by !== null)),
      quarantined: trips.length - countedTrips.length,
    };
  };

  return {
    /** Sends deliveries one after another from a new device, and returns what the server stored. */
    store: async (deliveries: readonly Delivery[]): Promise<StoredDrive> => {
      const { imei, objectId } = await given.voucher(companyId);
      for (const delivery of deliveries) await deliver(imei, delivery);
      await cutDrives();
      return readDrive(objectId);
    },
    cutDrives,
    /** Returns the function that sends a delivery from a new device. */
    addDevice: async () => {
      const { imei } = await given.voucher(companyId);
      return (delivery: Delivery) => deliver(imei, delivery);
    },
    close: async (): Promise<void> => {
      await server.close();
      await connection.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
