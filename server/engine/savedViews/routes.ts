import type { savedViewCalls } from '../../../src/contract/calls/savedViews.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { deleteView, listViews, saveView } from './service.ts';

export const savedViewHandlers = (context: Context): HandlersOf<keyof typeof savedViewCalls> => ({
  'POST /api/filtertemplate': request => saveView(context, request),
  'POST /api/filtertemplate/delete': request => deleteView(request),
  'GET /api/v3/filtertemplates': request => listViews(context, request),
});
