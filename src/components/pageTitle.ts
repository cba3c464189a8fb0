import { useEffect } from 'react';

export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · Drivedesk` : 'Drivedesk';
  }, [title]);
};
