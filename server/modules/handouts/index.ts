import { defineModule } from '../../module.ts';
import { handoutHandlers, registerHandoutPage } from './routes.ts';

export const handouts = defineModule({
  calls: ({ context }) => handoutHandlers(context),
  pages: ({ context }, server) => registerHandoutPage(context, server),
});
