import { defineModule } from '../../module.ts';
import { dossierHandlers, makeDossierJob } from './routes.ts';

export const dossier = defineModule({
  calls: ({ context, dictionaries, catalogue }) => dossierHandlers(context, dictionaries, catalogue),
  jobs: services => [makeDossierJob(services)],
});
