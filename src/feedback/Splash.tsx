import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { beginLoading } from './loading.ts';

/** Full-page loading state. It shows the mark of public/first-paint.css, so that nothing flickers. */
export const Splash = () => {
  useEffect(beginLoading, []);
  return (
    <div className="first-paint" role="status" aria-label={useTranslate()('shell.loading')}>
      <i />
    </div>
  );
};
