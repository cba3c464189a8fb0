import { Box, useMediaQuery } from '@mui/material';
import { useTranslate } from 'ra-core';
import { PageActions } from '../../../components/PageActions.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { useLease } from '../lock/LeaseContext.tsx';
import { LockButtons } from '../lock/LockButtons.tsx';
import { byOther, LockState } from '../lock/LockState.tsx';
import { MoveActions } from './MoveActions.tsx';

/** Room the bar takes at the foot of a narrow screen, in steps of the grid. */
export const footRoom = { xs: 11, md: 0 } as const;

/** Who works on it and what can be done: in the sub-header, or at the thumb where that has no room. */
export const ActionBar = ({
  accident,
  onMoved,
}: {
  accident: AccidentDetail;
  onMoved: (to: AccidentStatus) => void;
}) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const wide = useMediaQuery(({ breakpoints }) => breakpoints.up('md'), { noSsr: true });
  const buttons = (
    <>
      <LockButtons />
      {!byOther(lease) && <MoveActions accident={accident} onMoved={onMoved} />}
    </>
  );
  if (wide)
    return (
      <PageActions>
        <LockState />
        {buttons}
      </PageActions>
    );
  return (
    <Box
      role="region"
      aria-label={translate('accident.actions')}
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        display: 'grid',
        gap: 0.75,
        px: 2,
        pt: 0.75,
        pb: 'max(8px, env(safe-area-inset-bottom))',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <LockState />
      <Box sx={{ display: 'flex', gap: 1, '& > .MuiButton-root': { flex: '1 1 auto', px: 0.5, whiteSpace: 'nowrap' } }}>
        {buttons}
      </Box>
    </Box>
  );
};
