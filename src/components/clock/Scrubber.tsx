import FirstPageIcon from '@mui/icons-material/FirstPage';
import FlashOnIcon from '@mui/icons-material/FlashOn';
import PauseIcon from '@mui/icons-material/Pause';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import SkipNextIcon from '@mui/icons-material/SkipNext';
import SkipPreviousIcon from '@mui/icons-material/SkipPrevious';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useClock, useClockOrigin, useClockState, useClockTick } from './ClockContext.tsx';
import { type ClockState, type PlayRate, playRates } from './clock.ts';
import { formatSigned } from './signed.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

interface ButtonProps {
  readonly label: string;
  /** Keyboard shortcut of the button, as text for the user. */
  readonly shortcut: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const PlayerButton = ({ label, shortcut, onClick, children }: ButtonProps) => (
  <Tooltip title={`${label} (${shortcut})`}>
    <IconButton aria-label={label} onClick={onClick} size="small" sx={{ p: { xs: 1, md: 0.625 } }}>
      {children}
    </IconButton>
  </Tooltip>
);

/**
 * Diameter of the slider's thumb, pixels. Its centre marks the time, so the thumb overlaps the ends by half its size.
 */
const thumbPx = 12;
/**
 * Height of the slider, pixels. The ring around the thumb needs this height, because the slider cuts it off at its
 * edge. Touch screens have a larger slider.
 */
const sliderPx = 24;
const touchStyle = { '@media (pointer: coarse)': { height: 44, my: 0 } } as const;
const thumbStyle = {
  width: thumbPx,
  height: thumbPx,
  border: 0,
  borderRadius: '50%',
  bgcolor: 'primary.main',
} as const;
const railGradient = 'linear-gradient(color-mix(in srgb, currentColor 38%, transparent) 0 0)';
const railStyle = {
  height: 2,
  background: `${railGradient} center / calc(100% - ${thumbPx}px) 100% no-repeat`,
} as const;
const hoverStyle = { boxShadow: '0 0 0 6px color-mix(in srgb, currentColor 16%, transparent)' } as const;

/**
 * Slider for the time of the clock. Its thumb moves without a React render, because rendering a slider takes a third of
 * a frame.
 */
const TimeSlider = ({ shows }: Pick<Props, 'shows'>) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const clock = useClock();
  const origin = useClockOrigin();
  const [from, to] = useClockState(state => state[shows]);
  const input = useRef<HTMLInputElement>(null);
  const onTick = useCallback(
    ({ time, [shows]: [min, max] }: ClockState) => {
      const slider = input.current;
      if (!slider) return;
      if (slider.min !== String(min)) slider.min = String(min);
      if (slider.max !== String(max)) slider.max = String(max);
      slider.value = String(time);
      slider.setAttribute(
        'aria-valuetext',
        translate(`accident.clock.at.${origin}`, { time: formatSigned(time, 3, locale) }),
      );
    },
    [translate, origin, locale, shows],
  );
  useClockTick(onTick);
  return (
    <Box sx={{ position: 'relative', height: 18, color: 'primary.main', ...touchStyle }}>
      {from < 0 && to > 0 && (
        <Box
          sx={{
            position: 'absolute',
            inset: '0 auto',
            my: 'auto',
            width: 2,
            height: 10,
            ml: '-1px',
            bgcolor: 'text.secondary',
          }}
          style={{ left: `${(-from / (to - from)) * 100}%` }}
        />
      )}
      <Box
        component="input"
        type="range"
        ref={input}
        step={0.001}
        aria-label={translate('accident.clock.scrubber')}
        onChange={event => clock.seek(Number(event.target.value))}
        sx={{
          position: 'relative',
          display: 'block',
          width: `calc(100% + ${thumbPx}px)`,
          height: sliderPx,
          m: 0,
          my: `${(18 - sliderPx) / 2}px`,
          ...touchStyle,
          ml: `-${thumbPx / 2}px`,
          appearance: 'none',
          color: 'inherit',
          bgcolor: 'transparent',
          cursor: 'pointer',
          touchAction: 'pan-y',
          // `contain` keeps the work local: the moving thumb causes no layout outside the slider.
          contain: 'strict',
          '&::-webkit-slider-runnable-track': railStyle,
          '&::-moz-range-track': railStyle,
          '&::-webkit-slider-thumb': { ...thumbStyle, appearance: 'none', mt: `${1 - thumbPx / 2}px` },
          '&::-moz-range-thumb': thumbStyle,
          '&:hover::-webkit-slider-thumb, &:focus-visible::-webkit-slider-thumb': hoverStyle,
          '&:hover::-moz-range-thumb, &:focus-visible::-moz-range-thumb': hoverStyle,
        }}
      />
    </Box>
  );
};

const RateSelect = () => {
  const translate = useTranslate();
  const locale = useLanguage();
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
  /** True if the recording has a curve, so that the player offers zooming. */
  readonly hasCurve: boolean;
  /** Distance between the player's edges and the slider's ends, pixels. It aligns the slider with the plots below. */
  readonly inset: { readonly left: number; readonly right: number };
  /** Time range of the slider: what the charts show, or the whole recording. */
  readonly shows: 'view' | 'recordingSpan';
  /** Further controls in the row of the player's buttons. */
  readonly children?: ReactNode;
}

export const Scrubber = ({ hasCurve, inset, shows, children }: Props) => {
  const translate = useTranslate();
  const clock = useClock();
  const origin = useClockOrigin();
  const playing = useClockState(state => state.playing);
  return (
    <Box role="group" aria-label={translate('accident.clock.player')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5, rowGap: 0.5 }}>
        <PlayerButton label={translate('accident.clock.previous')} shortcut="←" onClick={() => clock.step(-1)}>
          <SkipPreviousIcon />
        </PlayerButton>
        <PlayerButton
          label={translate(playing ? 'accident.clock.pause' : 'accident.clock.play')}
          shortcut={translate('accident.clock.space')}
          onClick={playing ? clock.pause : clock.play}
        >
          {playing ? <PauseIcon /> : <PlayArrowIcon />}
        </PlayerButton>
        <PlayerButton label={translate('accident.clock.next')} shortcut="→" onClick={() => clock.step(1)}>
          <SkipNextIcon />
        </PlayerButton>
        <PlayerButton
          label={translate(`accident.clock.toOrigin.${origin}`)}
          shortcut="I, Home"
          onClick={clock.seekHome}
        >
          {origin === 'impact' ? <FlashOnIcon /> : <FirstPageIcon />}
        </PlayerButton>
        <RateSelect />
        <Box sx={{ flexGrow: 1 }} />
        <ViewSwitch hasCurve={hasCurve} />
        {children}
      </Box>
      <Box sx={{ ml: `${inset.left}px`, mr: `${inset.right}px` }}>
        <TimeSlider shows={shows} />
      </Box>
    </Box>
  );
};
