import { LazyBoundary } from './LazyBoundary.tsx';
import { lazyComponent } from './lazyComponent.ts';
import { useToasts } from './toasts.ts';

export const loadToastStack = () => import('./ToastStack.tsx');
const ToastStack = lazyComponent('ToastStack', loadToastStack);

/** Most visits see no toast; the stack is fetched with the first. */
export const Toasts = () =>
  useToasts().length > 0 ? (
    <LazyBoundary failed={null}>
      <ToastStack />
    </LazyBoundary>
  ) : null;
