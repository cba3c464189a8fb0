import { buildCabinet, cabinetIsStale } from '../../scripts/build-cabinet.ts';
import { findChromium } from './find-chromium.ts';

/** Before the first journey: a browser is there and the cabinet is built as it is now. */
export default async function setup(): Promise<void> {
  findChromium();
  if (await cabinetIsStale()) await buildCabinet();
}
