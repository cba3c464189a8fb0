import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Returns an error that explains why a server cannot listen on the port, and what to do. Other errors are returned
 * unchanged. `settings`: prefix of the names of the settings for port and host.
 */
export const explainListenError = (
  error: unknown,
  { port, host }: ListenAddress,
  settings: '' | 'METRICS_' = '',
): unknown => {
  const code = (error as { code?: unknown }).code;
  const remedy = 'set another in the environment or in .env, for example';
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is taken: another program listens there, perhaps a Drivedesk that already runs. Stop it, or ${remedy} ${settings}PORT=${port < 65_535 ? port + 1 : 8080}.`,
    );
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user: ${remedy} ${settings}PORT=${settings ? 9464 : 8080}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${settings}HOST ${host} is no address of this machine: ${remedy} ${settings}HOST=127.0.0.1.`);
  return error;
};

/** Listens on the port for a moment and returns its number. Port 0: any free port. */
const tryPort = async (port: number, host: string): Promise<number> => {
  const testServer = createServer().listen(port, host);
  await once(testServer, 'listening');
  const { port: freePort } = testServer.address() as AddressInfo;
  testServer.close();
  await once(testServer, 'close');
  return freePort;
};

export const freePort = (): Promise<number> => tryPort(0, '127.0.0.1');

/** Rejects with an explanation if a server cannot listen on this port now. Call it before slow work or side effects. */
export const ensurePortFree = async (address: ListenAddress): Promise<void> => {
  await tryPort(address.port, address.host).catch(error => {
    throw explainListenError(error, address);
  });
};
