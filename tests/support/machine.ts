import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, inject } from 'vitest';

/** What browser-machine.ts leaves in `machineFile` once all of it is made, or why it could not be. */
export type Machine =
  | {
      /** URL of the database `postgres` of a cluster whose `drivedesk` has the demo portfolio, to be copied per test file. */
      readonly demoServer: string;
    }
  | { readonly fault: string };

/** Waits for what is made while the first tests run: the demo portfolio and the built cabinet. */
export const theMachine = async (): Promise<{ readonly demoServer: string; readonly demoData: string }> => {
  const read = () => readFile(inject('machineFile'), 'utf8').catch(() => undefined);
  let text = await read();
  while (text === undefined) {
    await setTimeout(100);
    text = await read();
  }
  const machine = JSON.parse(text) as Machine;
  if ('fault' in machine) return expect.fail(machine.fault);
  return { ...machine, demoData: inject('demoData') };
};
