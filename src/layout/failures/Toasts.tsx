import { Suspense } from 'react';
import { part } from '../../components/part.ts';
import { useToasts } from './toasts.ts';

const ToastStack = part('ToastStack', () => import('./ToastStack.tsx'));

/** Most visits see no toast; the stack is fetched with the first. */
export const Toasts = () =>
  useToasts().length > 0 ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
