import { useEffect } from 'react';

/** Title of the browser's tab. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · Drivedesk` : 'Drivedesk';
  }, [title]);
};
