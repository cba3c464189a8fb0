import { DateTimeInput } from 'react-admin';
import { fromWallClock, wallClock } from '../../settings/zone.ts';
import { zoneName } from '../format.ts';
import { useWords } from '../words.ts';
import { common } from './common.ts';
import type { InputProps } from './InputProps.ts';

const minutes = 16;

const shown = (value: unknown): string => {
  const moment = typeof value === 'string' ? new Date(value) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? wallClock(moment).slice(0, minutes) : '';
};

const read = (text: string): string | null => {
  const moment = fromWallClock(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
};

/** A moment, read and written in the zone of the settings, which is said under it. */
export const MomentField = (props: InputProps) => {
  const { locale } = useWords();
  return (
    <DateTimeInput
      {...common(props)}
      helperText={[props.help, zoneName(new Date(), locale)].filter(Boolean).join(' · ')}
      format={shown}
      parse={read}
    />
  );
};
