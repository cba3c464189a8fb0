import { useEffect } from 'react';

/** Sets the title of the browser's tab. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · Drivedesk` : 'Drivedesk';
  }, [title]);
};
