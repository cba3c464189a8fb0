import { Later } from './Later.tsx';
import { part } from './part.ts';
import { useToasts } from './toasts.ts';

export const loadToastStack = () => import('./ToastStack.tsx');
const ToastStack = part('ToastStack', loadToastStack);

/** Most visits see no toast; the stack is fetched with the first. */
export const Toasts = () =>
  useToasts().length > 0 ? (
    <Later failed={null}>
      <ToastStack />
    </Later>
  ) : null;
