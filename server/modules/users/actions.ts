import type { Context } from '../../context.ts';
import type { ActionRule } from '../../engine/table/actions.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { resend } from './credentials.ts';
import { block, remove, unblock, undoBlock } from './leaving.ts';
import { holdManagers } from './managers.ts';

/** Rules of an operator's actions, by the names in the description. */
export const operatorActions = (
  context: Context,
  authentication: Authentication,
): { readonly [action in 'resend' | 'block' | 'unblock' | 'remove']: ActionRule } => ({
  resend: { act: acting => resend(context, acting) },
  block: {
    act: acting => block(context, authentication, acting),
    undo: undoBlock,
    lockForUndo: (tx, caller) => holdManagers(caller)(tx),
  },
  unblock: { act: unblock },
  remove: { act: acting => remove(context, authentication, acting) },
});
