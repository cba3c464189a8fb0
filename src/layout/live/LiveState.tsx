import SyncProblem from '@mui/icons-material/SyncProblem';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { useConnectionPhase } from '../../live/store.ts';

/** A subtle dot while live updates work. A warning when they stop. */
export const LiveState = () => {
  const translate = useTranslate();
  const phase = useConnectionPhase();
  if (phase === 'off') return null;
  const texts = translate(`live.state.${phase}`);
  return (
    <Tooltip title={texts}>
      <Box
        role="status"
        aria-label={texts}
        data-live={phase}
        // Focusable, because its text must be reachable by keyboard.
        tabIndex={0}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          p: { xs: 0.25, lg: 0.75 },
          borderRadius: 1,
          color: 'warning.main',
        }}
      >
        {phase === 'live' ? (
          <Box sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'success.main' }} />
        ) : (
          <>
            <SyncProblem fontSize="small" />
            <Box component="span" sx={{ typography: 'body2', display: { xs: 'none', xl: 'inline' } }}>
              {translate('live.state.lostShort')}
            </Box>
          </>
        )}
      </Box>
    </Tooltip>
  );
};
