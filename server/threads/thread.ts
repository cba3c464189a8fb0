import { packError } from './errors.ts';

/** Gives a task the descriptions and tables. They are loaded only if a task needs them. */
const product = { tables: async () => (await import('../tables.ts')).tables };

type Work = (task: never, context: typeof product) => unknown;
type Area = { readonly [name in string]?: Work };

/** Loads the thread.ts of an area on first use, because most threads run the work of one area. */
const areas = {
  engine: (area: string): Promise<Area> => import(`../engine/${area}/thread.ts`),
  modules: (area: string): Promise<Area> => import(`../modules/${area}/thread.ts`),
};

/** Task for a worker thread. `work` names the function that does the task: `modules/telemetry/drawImpact`. */
interface ThreadTask {
  readonly work: string;
  readonly task: unknown;
}

/** Runs a task. Every function that a thread.ts of an area exports can be run. */
export const run = async ({ work, task }: ThreadTask): Promise<unknown> => {
  try {
    const [part, area = '', name = ''] = work.split('/');
    const loaded = await areas[part as keyof typeof areas](area);
    const begin = loaded[name];
    if (!begin) throw new Error(`server/${part}/${area}/thread.ts exports no function "${name}".`);
    return await begin(task as never, product);
  } catch (error) {
    throw packError(error);
  }
};
