import Type from 'typebox';
import { Done, Id } from '../shapes/common.ts';
import { SavedView, SavedViewChange } from '../shapes/savedViews.ts';

const tag = 'Saved views';

export const savedViewCalls = {
  'POST /api/filtertemplate': {
    tag,
    title: 'Save a view of a list',
    purpose:
      'Save a view of a list, or change a saved view. Only a MANAGER shares views and changes shared views of others.',
    access: 'account',
    body: SavedViewChange,
    acceptsIdempotencyKey: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/filtertemplate/delete': {
    tag,
    title: 'Delete a saved view',
    purpose: 'Delete an own view. A MANAGER also deletes shared views of others.',
    access: 'account',
    body: Type.Object({ Id }, { additionalProperties: false }),
    answer: Done,
  },
  'GET /api/v3/filtertemplates': {
    tag,
    title: 'List saved views',
    purpose:
      'Views of one list, by name: of the caller, of the caller’s roles, of the company. A MANAGER sees the views of every role.',
    access: 'account',
    query: Type.Object({
      resource: Type.String({ maxLength: 60 }),
      split: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    answer: Type.Array(SavedView),
  },
} as const;
