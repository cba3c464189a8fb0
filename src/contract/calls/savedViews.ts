import Type from 'typebox';
import { Done, Id } from '../shapes/common.ts';
import { SavedView, SavedViewChange } from '../shapes/savedViews.ts';

const tag = 'Saved views';

export const savedViewCalls = {
  'POST /api/filtertemplate': {
    tag,
    title: 'Save a view of a list',
    purpose:
      'Save how a list is looked at, or change what was saved. Only a MANAGER shares with more than themselves, and changes what others shared.',
    access: 'account',
    body: SavedViewChange,
    keyed: true,
    answer: Type.Object({ Id }),
  },
  'POST /api/filtertemplate/delete': {
    tag,
    title: 'Delete a saved view',
    purpose: 'Delete a view of one’s own; a MANAGER also deletes what others shared.',
    access: 'account',
    body: Type.Object({ Id }, { additionalProperties: false }),
    answer: Done,
  },
  'GET /api/v3/filtertemplates': {
    tag,
    title: 'List saved views',
    purpose:
      'Views of one list, by name: those of the caller, of their roles, of the company. A MANAGER sees those of every role.',
    access: 'account',
    query: Type.Object({
      resource: Type.String({ maxLength: 60 }),
      split: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    answer: Type.Array(SavedView),
  },
} as const;
