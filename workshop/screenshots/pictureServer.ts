import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';

type Start = (
  dataDir: string,
  settings: Record<string, string>,
) => Promise<{ readonly address: string; readonly stop: () => Promise<unknown> }>;

/** Starts a server with its own demo portfolio. */
export const startPictureServer = async (start: Start) => {
  if (await cabinetIsStale()) await buildCabinet();
  const dataDir = await mkdtemp(join(tmpdir(), 'drivedesk-pictures-'));
  // The database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const { address, stop } = await start(dataDir, { REGISTRATION: '1' });
  const end = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { address, end };
};
