import AddIcon from '@mui/icons-material/Add';
import CenterFocusStrongIcon from '@mui/icons-material/CenterFocusStrong';
import FlashOnIcon from '@mui/icons-material/FlashOn';
import RemoveIcon from '@mui/icons-material/Remove';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';

interface Actions {
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
  readonly onImpact?: (() => void) | undefined;
}

/** Buttons for zoom and fit, because the library's own buttons are English only. */
export const MapButtons = (act: Actions) => {
  const translate = useTranslate();
  const buttons = [
    { label: translate('accident.map.zoomIn'), onClick: act.onZoomIn, icon: <AddIcon fontSize="small" /> },
    { label: translate('accident.map.zoomOut'), onClick: act.onZoomOut, icon: <RemoveIcon fontSize="small" /> },
    ...(act.onImpact
      ? [{ label: translate('accident.map.toImpact'), onClick: act.onImpact, icon: <FlashOnIcon fontSize="small" /> }]
      : []),
    { label: translate('accident.map.fit'), onClick: act.onFit, icon: <CenterFocusStrongIcon fontSize="small" /> },
  ];
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'absolute',
        top: 8,
        right: 8,
        zIndex: 1,
        display: 'grid',
        // The buttons stand in a row on touch screens, because two rows of this size would cover the small drawing of
        // the track.
        '@media (pointer: coarse)': { top: 4, gridAutoFlow: 'column', '& > *': { width: 44, height: 44 } },
      }}
    >
      {buttons.map(({ label, onClick, icon }) => (
        <IconButton key={label} aria-label={label} title={label} onClick={onClick} size="small">
          {icon}
        </IconButton>
      ))}
    </Paper>
  );
};
