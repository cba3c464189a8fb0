import { buildCabinet } from './build-cabinet.ts';

await buildCabinet();
