import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, whole } from './archive.ts';
import { type Item, unlessGone } from './contents.ts';

const chunkBytes = 1 << 18;

/**
 * Yields exactly `bytes` bytes. Later growth of the file is in the WAL. A truncated file is padded with zeros, which
 * the WAL cuts off.
 */
async function* exactly(handle: FileHandle, bytes: number, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    const piece = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    at += piece.length;
    onRead(piece.length);
    yield piece;
  }
}

const none = whole(Buffer.alloc(0));

/** Reads the items one by one in their current state. Skips those that are gone. */
export async function* copy(
  dataDir: string,
  items: readonly Item[],
  onRead: (bytes: number) => void,
): AsyncGenerator<Entry> {
  for (const { path, kind } of items) {
    if (kind === 'directory') {
      yield { path, kind, bytes: 0, content: none };
      continue;
    }
    const handle = await unlessGone(open(join(dataDir, path), 'r'));
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield { path, kind, bytes: size, content: exactly(handle, size, onRead) };
    } finally {
      await handle.close();
    }
  }
}
