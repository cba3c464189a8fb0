import { defineModule } from '../../module.ts';
import { deleteView, listViews, saveView } from './service.ts';

export const savedViews = defineModule({
  calls: ({ context }) => ({
    'POST /api/filtertemplate': request => saveView(context, request),
    'POST /api/filtertemplate/delete': request => deleteView(request),
    'GET /api/v3/filtertemplates': request => listViews(context, request),
  }),
});
