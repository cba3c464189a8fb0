import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';

/** Duration that the specification defines, milliseconds. */
const appearingMs = 1500;

/** Progress bar over the top of the page while the dashboard appears. It takes no space. */
export const DashboardProgress = () => {
  const translate = useTranslate();
  const [on, setOn] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOn(false), appearingMs);
    return () => clearTimeout(timer);
  }, []);
  if (!on) return null;
  return (
    <LinearProgress
      aria-label={translate('dashboard.loading')}
      sx={{ position: 'fixed', insetInline: 0, top: 0, zIndex: 'tooltip' }}
    />
  );
};
