import type { operatorCalls } from '../../../src/contract/calls/operators.ts';
import type { HandledName, HandlersOf } from '../../context.ts';
import { type ActionServices, actionHandler } from '../../engine/table/actions.ts';
import type { DescribedRequest } from '../../engine/table/described.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { operatorActions } from './actions.ts';
import { type Creating, createOperator } from './creating.ts';
import { masked } from './credentials.ts';
import { changeOperator } from './editing.ts';
import { endOperatorSession, listOperatorSessions } from './sessions.ts';
import { operatorsTable } from './table.ts';

export { operatorActions };

type Names = keyof typeof operatorCalls & HandledName;

export const operatorHandlers = (services: ActionServices, authentication: Authentication): HandlersOf<Names> => {
  const { context, entries } = services;
  const create = (request: Creating) => createOperator(context, entries, request);
  const resend = actionHandler(services, operatorsTable, 'resend');
  return {
    'POST /api/v2/Operator': create,
    'POST /api/operator': create,
    'PUT /api/v2/Operator/{id}': async request => {
      const changed = await changeOperator(context, entries, request);
      authentication.forgetAccount(request.params.id);
      return changed;
    },
    'GET /api/resendcredentials': async request => {
      const asked = { ...request, params: { id: request.query.operatorId }, query: {}, body: {} };
      const { Email } = (await resend(asked satisfies DescribedRequest)) as { Email: string };
      return { SentTo: masked(Email) };
    },
    'GET /api/v2/Operator/{id}/sessions': request => listOperatorSessions(context, request),
    'DELETE /api/v2/Operator/{id}/sessions/{sessionId}': request =>
      endOperatorSession(context, authentication, request),
  };
};
