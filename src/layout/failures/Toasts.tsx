import { lazy, Suspense } from 'react';
import { useToasts } from './toasts.ts';

const ToastStack = lazy(() => import('./ToastStack.tsx').then(module => ({ default: module.ToastStack })));

/** Most visits see no toast; the stack is fetched with the first. */
export const Toasts = () =>
  useToasts().length > 0 ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
