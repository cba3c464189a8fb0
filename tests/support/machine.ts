import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, inject } from 'vitest';

/** Content of `machineFile`: the resources for journeys, or the reason why they could not be made. */
export type Machine =
  | {
      /**
       * URL of the database `postgres` of a cluster. Its database `drivedesk` has the demo portfolio and is copied per
       * test file.
       */
      readonly demoServer: string;
    }
  | { readonly fault: string };

/** Waits for the demo portfolio and the built cabinet. They are made while the first tests run. */
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
