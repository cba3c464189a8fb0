import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DomainError } from '../../../../../server/errors.ts';
import { drawAnew } from '../../../../../server/modules/images/picture.ts';
import { deepPng } from '../../../../support/hugeFiles.ts';

const heic = await readFile('tests/fixtures/pictures/two-colours.heic');

it.each([
  ['HEIC', () => heic, 0],
  ['PNG', () => deepPng(8000), 1],
] as const)('asks to send a %s again later whose decoder ran out of time', async (_format, made, timeoutS) => {
  const failure = await drawAnew(await made(), 'photo', timeoutS).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(DomainError);
  expect(failure).toMatchObject({ code: 'OVERLOADED', status: 503, details: { retryAfterS: 30 } });
});
