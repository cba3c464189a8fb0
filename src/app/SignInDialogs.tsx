import { useFreshSignInRequest } from '../api/freshSignIn.ts';
import { usePaused } from '../api/session.ts';
import { renderChunkFailure } from '../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../feedback/LazyBoundary.tsx';

export const loadSignInAgain = () => import('../custom-pages/auth/SignInAgain.tsx');
const SignInAgain = lazyComponent('SignInAgain', loadSignInAgain);
const FreshSignIn = lazyComponent('FreshSignIn', () => import('../custom-pages/auth/FreshSignIn.tsx'), 'admin');

/** Dialogs over the present page: after the session has ended, and before a change that needs the password again. */
export const SignInDialogs = () => {
  const paused = usePaused();
  const freshAsk = useFreshSignInRequest();
  return (
    <>
      {freshAsk && !paused && (
        <LazyBoundary failed={renderChunkFailure}>
          <FreshSignIn request={freshAsk} />
        </LazyBoundary>
      )}
      {paused && (
        <LazyBoundary failed={renderChunkFailure}>
          <SignInAgain />
        </LazyBoundary>
      )}
    </>
  );
};
