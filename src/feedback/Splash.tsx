import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { beginLoading } from './loading.ts';

/**
 * Full-page loading state at the start. It looks like the mark that public/first-paint.css draws first, so that nothing
 * flickers.
 */
export const Splash = () => {
  useEffect(beginLoading, []);
  return (
    <div className="first-paint" role="status" aria-label={useTranslate()('shell.loading')}>
      <i />
    </div>
  );
};
