import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from '../../server/db/embedded/cluster.ts';

/** Longest address of a Unix socket on all systems, bytes. */
const longestAddress = 100;

/** Returns the folder of the cluster's socket, or undefined where there are no sockets or the path is too long. */
const makeSocketFolder = async (folder: string): Promise<string | undefined> => {
  const path = join(folder, 'socket');
  if (process.platform === 'win32' || join(path, '.s.PGSQL.65535').length > longestAddress) return undefined;
  await mkdir(path, { recursive: true });
  // PostgreSQL runs as another user if the tests run as root.
  await chmod(path, 0o777);
  return path;
};

/**
 * Opens a disposable cluster in `folder`: nothing survives a power cut, and a sign-in hashes the password once instead
 * of 4096 times.
 */
export const openTestCluster = async (folder: string): Promise<Cluster & { readonly socket: string | undefined }> => {
  const socket = await makeSocketFolder(folder);
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  if (socket) settings.push(`unix_socket_directories=${socket}`);
  const cluster = await openCluster(join(folder, 'postgres'), settings.map(setting => `-c ${setting}`).join(' '));
  const url = cluster.url('postgres');
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`);
  await client.end();
  return { ...cluster, socket };
};

/** Returns the same database over the socket, which takes a fifth less processor time than TCP. */
export const overSocket = (url: string, socket: string | undefined): string => {
  if (!socket) return url;
  const address = new URL(url);
  address.searchParams.set('host', socket);
  return address.href;
};
