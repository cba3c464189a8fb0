import type { Tables } from '../engine/table/define.ts';
import { packError } from './errors.ts';

/** Gives a task the descriptions and database tables of the application. They are loaded only if a task needs them. */
interface ThreadContext {
  readonly tables: () => Promise<Tables>;
}

/** Returns a function that loads the `tables` that a file exports. Without a file: the tables of this product. */
const loadTablesFrom =
  (tablesFile: string | undefined): ThreadContext['tables'] =>
  async () => {
    const { tables }: { readonly tables: Tables } = await (tablesFile ? import(tablesFile) : import('../tables.ts'));
    return tables;
  };

type WorkFunction = (task: never, context: ThreadContext) => unknown;
type AreaModule = { readonly [name in string]?: WorkFunction };

/**
 * Loads the thread.ts of an area (a folder of `engine` or `modules`) on first use. Most threads run the work of only
 * one area.
 */
const loadArea = {
  engine: (area: string): Promise<AreaModule> => import(`../engine/${area}/thread.ts`),
  modules: (area: string): Promise<AreaModule> => import(`../modules/${area}/thread.ts`),
};

/** Task for a worker thread. `work` names the function that does the task: `modules/telemetry/drawImpact`. */
interface ThreadTask {
  readonly work: string;
  readonly task: unknown;
  readonly tablesFile?: string | undefined;
}

/** Runs a task. Every function that a thread.ts of an area exports can be run. */
export const run = async ({ work, task, tablesFile }: ThreadTask): Promise<unknown> => {
  try {
    const [part, area = '', name = ''] = work.split('/');
    const areaModule = await loadArea[part as keyof typeof loadArea](area);
    const workFunction = areaModule[name];
    if (!workFunction) throw new Error(`server/${part}/${area}/thread.ts exports no function "${name}".`);
    return await workFunction(task as never, { tables: loadTablesFrom(tablesFile) });
  } catch (error) {
    throw packError(error);
  }
};
