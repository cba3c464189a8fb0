import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface Place {
  readonly port: number;
  readonly host: string;
}

/**
 * Returns an error that explains why a server cannot listen on the port, and what to do. Other errors are returned
 * unchanged. `settings`: prefix of the names of the settings for port and host.
 */
export const listenFault = (error: unknown, { port, host }: Place, settings: '' | 'METRICS_' = ''): unknown => {
  const code = (error as { code?: unknown }).code;
  const another = 'set another in the environment or in .env, for example';
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is taken: another program listens there, perhaps a Drivedesk that already runs. Stop it, or ${another} ${settings}PORT=${port < 65_535 ? port + 1 : 8080}.`,
    );
  if (code === 'EACCES')
    return new Error(
      `Port ${port} may not be used by this user: ${another} ${settings}PORT=${settings ? 9464 : 8080}.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${settings}HOST ${host} is no address of this machine: ${another} ${settings}HOST=127.0.0.1.`);
  return error;
};

/** Listens on the port for a moment and returns its number. Port 0: any free port. */
const tryPort = async (port: number, host: string): Promise<number> => {
  const trial = createServer().listen(port, host);
  await once(trial, 'listening');
  const { port: freePort } = trial.address() as AddressInfo;
  trial.close();
  await once(trial, 'close');
  return freePort;
};

/** A free port of this machine. */
export const freePort = (): Promise<number> => tryPort(0, '127.0.0.1');

/** Rejects with an explanation if a server cannot listen on this port now. Call it before slow work or side effects. */
export const ensurePortFree = async (place: Place): Promise<void> => {
  await tryPort(place.port, place.host).catch(error => {
    throw listenFault(error, place);
  });
};
