import { useTranslate } from 'ra-core';

/** The whole page while its program is on the way: the mark of public/first-paint.css, so that nothing flickers. */
export const Splash = () => (
  <div className="first-paint" role="status" aria-label={useTranslate()('shell.loading')}>
    <i />
  </div>
);
