import { LazyBoundary, lazyComponent } from './LazyBoundary.tsx';
import { useToasts } from './toasts.ts';

export const loadToastStack = () => import('./ToastStack.tsx');
const ToastStack = lazyComponent('ToastStack', loadToastStack);

/** Shows the toasts. Their script is loaded with the first toast, because most visits never show one. */
export const Toasts = () =>
  useToasts().length > 0 ? (
    <LazyBoundary failed={null}>
      <ToastStack />
    </LazyBoundary>
  ) : null;
