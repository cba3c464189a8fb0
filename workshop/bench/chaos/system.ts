import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readCatalogue } from '../../../scripts/catalogue.ts';
import { programFile } from '../../../scripts/program.mjs';
import { connect } from '../../../server/db/connect.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { migrateQueue } from '../../../server/engine/jobs/queue.ts';
import { freePort } from '../../../server/process/port.ts';
import { testCertificate } from '../../../tests/support/receiver.ts';
import { startProxy } from '../../../tests/support/tcpProxy.ts';
import { fillDisk, mountDisk, openDatabase, startPooler, startService, unmountDisk } from './machine.ts';
import { startMail, startReceiver } from './neighbours.ts';
import type { Fault, FaultKind } from './plan.ts';

/**
 * Starts the system under test. It has two servers, a worker, a pooler, PostgreSQL, a mail server and a receiver of
 * webhooks for each company. TCP proxies stand before the servers and before the database. `diskMb`: size of the disk
 * that holds the database and all data folders.
 */
export const startSystem = async (diskMb: number, say: (text: string) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-chaos-'));
  await chmod(folder, 0o755);
  const logs = join(folder, 'logs');
  await mkdir(logs);

  // Dossiers need the texts of the application. The application itself is not built, because the test opens no page.
  const cabinet = join(folder, 'cabinet');
  await mkdir(cabinet);
  await writeFile(join(cabinet, 'texts.json'), JSON.stringify(await readCatalogue()));
  await writeFile(join(cabinet, 'index.html'), '<!doctype html><html><head></head><body></body></html>');

  const disk = join(folder, 'disk');
  const noDisk = await mountDisk(disk, diskMb);
  if (noDisk) say(`No disk is filled: a small one cannot be mounted here (${noDisk}).`);
  const database = await openDatabase(disk);
  const pooler = await startPooler(folder, database.url);
  if (!pooler) say('No pooler is restarted: pgbouncer is not installed.');
  const databaseProxy = await startProxy([pooler?.port ?? database.port]);
  const mail = await startMail();
  const receivers = [await startReceiver(), await startReceiver()] as const;

  // This connection to the database bypasses the proxies, so that only faults of the database itself disturb it.
  const direct = connect(database.url, () => {}, 4);
  await migrate(direct.db);
  await migrateQueue(direct);

  const ports = [await freePort(), await freePort()] as const;
  const settings = (name: string) => ({
    DATABASE_URL: Object.assign(new URL(database.url), { port: String(databaseProxy.port) }).href,
    DATABASE_CONNECTIONS: '12',
    DATA_DIR: join(disk, name),
    CABINET_DIR: cabinet,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    WEBHOOK_HOSTS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: testCertificate,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  });
  const program = process.execPath;
  const serving = /Drivedesk is at/;
  const servers = [
    startService('server 1', logs, {
      program,
      args: ['--enable-source-maps', await programFile('serve')],
      environment: { ...settings('first'), PORT: String(ports[0]), JOBS: '1' },
      ready: serving,
    }),
    startService('server 2', logs, {
      program,
      args: ['--import', 'tsx', join(import.meta.dirname, 'clockedServer.ts')],
      environment: { ...settings('second'), PORT: String(ports[1]), JOBS: '0' },
      ready: serving,
      ipc: true,
    }),
  ] as const;
  const worker = startService('worker', logs, {
    program,
    args: ['--enable-source-maps', await programFile('worker')],
    environment: { ...settings('worker'), JOBS: '2' },
    ready: /Drivedesk does jobs/,
  });
  const services = [...servers, worker, ...(pooler ? [pooler.service] : [])];
  const front = await startProxy(ports);

  const healthFaults = (): Promise<readonly string[][]> =>
    Promise.all(
      ports.map(async (port, n) => {
        const reply = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5000) }).catch(
          () => {},
        );
        return reply?.ok ? [] : [`health of server ${n + 1}`];
      }),
    );

  /** Cuts the connections of a proxy or freezes the proxy, and repairs it after `forMs`. */
  const disturbProxy = async (kind: FaultKind, { forMs, afterBytes }: Fault): Promise<void> => {
    const proxy = kind.endsWith('clients') ? front : databaseProxy;
    const cuts = kind.startsWith('cut');
    if (cuts) proxy.cut(afterBytes);
    else proxy.freeze(true);
    await setTimeout(forMs);
    if (cuts) proxy.cut(undefined);
    else proxy.freeze(false);
  };

  return {
    /** Address of the proxy in front of both servers. */
    address: `http://127.0.0.1:${front.port}`,
    folder,
    logs,
    databaseUrl: database.url,
    direct,
    mail,
    receivers,
    services,
    /** Kinds of faults that this machine cannot cause. */
    impossible: [
      ...(noDisk ? (['fill disk'] as const) : []),
      ...(pooler ? [] : (['restart pooler'] as const)),
    ] as readonly FaultKind[],
    /** Waits until all processes are ready. Returns the names of those that are not ready after `maxWaitMs`. */
    untilReady: async (maxWaitMs: number): Promise<readonly string[]> => {
      for (const until = Date.now() + maxWaitMs; ; await setTimeout(200)) {
        const late = services.filter(({ isReady }) => !isReady()).map(({ name }) => name);
        const missing = [...late, ...(await healthFaults()).flat()];
        if (missing.length === 0 || Date.now() > until) return missing;
      }
    },
    /** Causes a fault. Resolves when the disturbed part works again, or when its restart has begun. */
    disturb: async (fault: Fault): Promise<void> => {
      const { kind, forMs, server, stepS } = fault;
      if (kind === 'kill server') return servers[server]?.kill(forMs);
      if (kind === 'kill worker') return worker.kill(forMs);
      if (kind === 'kill database') return database.kill(forMs);
      if (kind === 'restart pooler') return pooler?.service.kill(forMs);
      if (kind === 'stop mail server') return mail.goAway(forMs);
      if (kind === 'refuse webhooks') return void (await Promise.all(receivers.map(each => each.refuse(forMs))));
      if (kind === 'step clock') {
        servers[1].send(stepS);
        await setTimeout(forMs);
        return servers[1].send(0);
      }
      if (kind !== 'fill disk') return disturbProxy(kind, fault);
      if (noDisk) return;
      const free = await fillDisk(disk);
      await setTimeout(forMs);
      await free();
    },
    close: async (): Promise<void> => {
      for (const service of [...servers, worker]) await service.stop();
      await pooler?.service.kill(60_000);
      await pooler?.service.stop();
      await front.close();
      await databaseProxy.close();
      await mail.close();
      for (const receiver of receivers) await receiver.close();
      await direct.close();
      await database.stop();
      if (!noDisk) await unmountDisk(disk);
    },
  };
};
