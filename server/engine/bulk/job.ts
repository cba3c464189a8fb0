import Type from 'typebox';
import { Id } from '../../../src/contract/shapes/common.ts';
import { bulkChanges } from '../../../src/resources/bulkChanges.ts';
import { defineJob } from '../jobs/define.ts';
import type { ActionServices } from '../table/actions.ts';
import { notifyOfBulk } from './notice.ts';
import { check, run, undo } from './phases.ts';
import { openWork } from './work.ts';

const phases = { check, run, undo } as const;
const BulkInput = Type.Object({ Bulk: Id, Phase: Type.Enum(['check', 'run', 'undo']) });

/** The kind is the resource's name, so that pages with bulk changes reload when one of their jobs progresses. */
export const bulkKind = bulkChanges.name;

/**
 * One of the three jobs of a bulk change. A restarted job continues after the last attempt, and each record is changed
 * once.
 */
export const makeBulkJob = (services: ActionServices) =>
  defineJob({
    kind: bulkKind,
    input: BulkInput,
    tellAuthor: notifyOfBulk(services.context.registry),
    run: async (_context, { Bulk, Phase }, doing) => phases[Phase](await openWork(services, Bulk, doing)),
  });
