import { defineModule } from '../../module.ts';
import { controlRoomHandlers } from './routes.ts';

export const controlRoom = defineModule({
  calls: ({ context }) => controlRoomHandlers(context),
});
