import type { FastifyInstance } from 'fastify';
import type { HandledName, HandlersOf } from './context.ts';
import type { Dictionaries } from './engine/dictionaries.ts';
import type { AnyJobKind, Dispatcher, QueueTask, ScheduledTask } from './engine/jobs/define.ts';
import type { QueueWork } from './engine/jobs/queue.ts';
import type { Hub } from './engine/live/service.ts';
import type { ActionRules, ActionServices } from './engine/table/actions.ts';
import type { Importer } from './engine/table/importer.ts';
import { letterTask, letterUpkeep } from './mail/queue.ts';
import type { Catalogue } from './modules/texts/service.ts';
import type { Authentication } from './plugins/authentication.ts';

export interface Services extends ActionServices {
  readonly authentication: Authentication;
  readonly dictionaries: Dictionaries;
  /** Distributes events to the open event streams. */
  readonly hub: Hub;
  /** Texts of the web application, including texts that administrators changed. */
  readonly catalogue: Catalogue;
}

/**
 * An area of the product: the calls it answers, and what differs from the descriptions of its resources. A call of the
 * contract that no module answers does not compile (`completeModules`).
 */
export interface Module<Names extends HandledName = never> {
  /** Importers of resources whose records are created by a call of the contract, by resource name. */
  readonly importers?: { readonly [resource: string]: Importer };
  readonly calls?: (services: Services) => HandlersOf<Names>;
  /** Rules of the described actions. The server does not start if one is missing. */
  readonly actions?: (services: Pick<Services, 'context' | 'authentication'>) => ActionRules;
  /** Registers pages of the server outside the contract and the web application. */
  readonly pages?: (services: Services, server: FastifyInstance) => void;
  /** Kinds of jobs that users start. */
  readonly jobs?: (services: Services) => readonly AnyJobKind[];
  /** Work that the queue starts besides jobs. */
  readonly dispatchers?: readonly Dispatcher[];
  readonly tasks?: readonly QueueTask[];
  readonly scheduled?: readonly ScheduledTask[];
}

export type AnyModule = Omit<Module, 'calls'> & { readonly calls?: (services: Services) => object };

export const defineModule = <Names extends HandledName = never>(module: Module<Names>): Module<Names> => module;

/** Types the handlers of some calls of a module. Their names need not be repeated as a type. */
export const defineHandlers = <Names extends HandledName>(handlers: HandlersOf<Names>): HandlersOf<Names> => handlers;

export const queueWork = (modules: readonly AnyModule[]): QueueWork => ({
  dispatchers: modules.flatMap(({ dispatchers = [] }) => dispatchers),
  tasks: [letterTask, ...modules.flatMap(({ tasks = [] }) => tasks)],
  scheduled: [letterUpkeep, ...modules.flatMap(({ scheduled = [] }) => scheduled)],
});

type AnsweredBy<M> = M extends { readonly calls?: (services: Services) => infer Handlers } ? keyof Handlers : never;
type UnansweredBy<Modules extends readonly unknown[]> = Exclude<HandledName, AnsweredBy<Modules[number]>>;

/**
 * Returns the modules. The code does not compile if a call of the contract has no handler. The compiler then names the
 * call as a missing argument.
 */
export const completeModules = <const Modules extends readonly AnyModule[]>(
  modules: Modules,
  ..._unanswered: [UnansweredBy<Modules>] extends [never] ? [] : [UnansweredBy<Modules>]
): readonly AnyModule[] => modules;
