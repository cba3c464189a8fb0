import FirstPageIcon from '@mui/icons-material/FirstPage';
import FlashOnIcon from '@mui/icons-material/FlashOn';
import PauseIcon from '@mui/icons-material/Pause';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import SkipNextIcon from '@mui/icons-material/SkipNext';
import SkipPreviousIcon from '@mui/icons-material/SkipPrevious';
import { Box, IconButton, MenuItem, Select, Slider, Tooltip } from '@mui/material';
import { useLocaleState, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useClock, useClockOrigin, useClockState } from './ClockContext.tsx';
import { type PlayRate, playRates } from './clock.ts';
import { signed } from './signed.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

interface ButtonProps {
  readonly label: string;
  /** Keyboard shortcut, as written on the key. */
  readonly shortcut: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Button = ({ label, shortcut, onClick, children }: ButtonProps) => (
  <Tooltip title={`${label} (${shortcut})`}>
    <IconButton aria-label={label} onClick={onClick} size="small" sx={{ p: { xs: 1, md: 0.625 } }}>
      {children}
    </IconButton>
  </Tooltip>
);

const Track = () => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const clock = useClock();
  const origin = useClockOrigin();
  const time = useClockState(state => state.time);
  const [from, to] = useClockState(state => state.view);
  return (
    <Slider
      size="small"
      aria-label={translate('accident.clock.scrubber')}
      getAriaValueText={value => translate(`accident.clock.at.${origin}`, { time: signed(value, 3, locale) })}
      value={time}
      min={from}
      max={to}
      step={0.001}
      marks={from < 0 && to > 0 ? [{ value: 0 }] : []}
      track={false}
      onChange={(_, value) => clock.seek(Number(value))}
      sx={{ display: 'block', py: 1, '& .MuiSlider-mark': { height: 10, bgcolor: 'text.secondary', opacity: 1 } }}
    />
  );
};

const Rate = () => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const clock = useClock();
  const rate = useClockState(state => state.rate);
  return (
    <Select
      size="small"
      variant="outlined"
      value={rate}
      onChange={event => clock.setRate(Number(event.target.value) as PlayRate)}
      slotProps={{ input: { 'aria-label': translate('accident.clock.rate') } }}
      sx={{ typography: 'body2', '& .MuiSelect-select': { py: 0.5, fontVariantNumeric: 'tabular-nums' } }}
    >
      {playRates.map(value => (
        <MenuItem key={value} value={value} dense>
          {`${value.toLocaleString(locale)}×`}
        </MenuItem>
      ))}
    </Select>
  );
};

interface Props {
  /** Whether there is a curve to zoom in on. */
  readonly curve: boolean;
  /** Pixels between the edges and the slider's ends, aligned with the plots below. */
  readonly inset: { readonly left: number; readonly right: number };
  /** Further controls in the row of buttons. */
  readonly children?: ReactNode;
}

/** Player of the recording: play, step, jump, zoom, and the slider. */
export const Scrubber = ({ curve, inset, children }: Props) => {
  const translate = useTranslate();
  const clock = useClock();
  const origin = useClockOrigin();
  const playing = useClockState(state => state.playing);
  return (
    <Box role="group" aria-label={translate('accident.clock.player')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5, rowGap: 0.5 }}>
        <Button label={translate('accident.clock.previous')} shortcut="←" onClick={() => clock.step(-1)}>
          <SkipPreviousIcon />
        </Button>
        <Button
          label={translate(playing ? 'accident.clock.pause' : 'accident.clock.play')}
          shortcut={translate('accident.clock.space')}
          onClick={playing ? clock.pause : clock.play}
        >
          {playing ? <PauseIcon /> : <PlayArrowIcon />}
        </Button>
        <Button label={translate('accident.clock.next')} shortcut="→" onClick={() => clock.step(1)}>
          <SkipNextIcon />
        </Button>
        <Button label={translate(`accident.clock.toOrigin.${origin}`)} shortcut="I, Home" onClick={clock.seekHome}>
          {origin === 'impact' ? <FlashOnIcon /> : <FirstPageIcon />}
        </Button>
        <Rate />
        <Box sx={{ flexGrow: 1 }} />
        <ViewSwitch curve={curve} />
        {children}
      </Box>
      <Box sx={{ ml: `${inset.left}px`, mr: `${inset.right}px` }}>
        <Track />
      </Box>
    </Box>
  );
};
