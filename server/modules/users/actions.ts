import type { Context } from '../../context.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { ActionRule } from '../../table/actions.ts';
import { resend } from './credentials.ts';
import { block, remove, unblock } from './leaving.ts';

/** What the actions of an operator do, by the names their description gives them. */
export const operatorActions = (
  context: Context,
  authentication: Authentication,
): { readonly [action in 'resend' | 'block' | 'unblock' | 'remove']: ActionRule } => ({
  resend: acting => resend(context, acting),
  block: acting => block(context, authentication, acting),
  unblock,
  remove: acting => remove(context, authentication, acting),
});
