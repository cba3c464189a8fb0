import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, ruRU } from '@mui/x-date-pickers/locales';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/ru.js';
import { alpha, type Theme } from '@mui/material/styles';
import { type ReactNode, type Ref, useState } from 'react';
import { useZone } from '../../settings/zone.ts';
import { labelAbove } from '../../theme/components.ts';
import { useI18n } from '../useI18n.ts';
import { type DateStyle, fromWire, toWire } from './wire.ts';

interface Props {
  readonly style: DateStyle;
  /** As on the wire; null or empty: nothing. */
  readonly value: string | null;
  /** Given what the wire says, or `unfinished` while it is no whole date. */
  readonly onChange: (wire: string | null) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** The label over the box; without one it is named by `ariaLabel` and begins with `start`. */
  readonly label?: string;
  readonly ariaLabel?: string;
  readonly start?: ReactNode;
  readonly error?: boolean;
  readonly help?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const languages = {
  ru: { dayjs: 'ru', day: 'DD.MM.YYYY', texts: ruRU },
  en: { dayjs: 'en-gb', day: 'DD MMM YYYY', texts: enUS },
} as const;

/** The theme knows boxes of text alone. */
const likeOthers = (theme: Theme) => ({
  ...labelAbove(theme),
  '& .MuiPickersOutlinedInput-root': { backgroundColor: 'background.paper' },
  '& .MuiPickersOutlinedInput-root:not(.Mui-focused, .Mui-error, .Mui-disabled, :hover) .MuiPickersOutlinedInput-notchedOutline':
    {
      borderColor: alpha(theme.palette.text.secondary, 0.72),
    },
});

/** Without a label over it there is nothing that could name it but this. */
const named = (name: string) => ({ 'aria-label': name, 'aria-labelledby': undefined });

/** A day or a moment, typed or picked, in the order of the app's language; a moment in the zone of the settings. */
export const DateBox = ({ style, value, onChange, onBlur, inputRef, label, ariaLabel, start, ...looks }: Props) => {
  const { locale } = useI18n();
  const zone = useZone();
  const { dayjs, day, texts } = languages[locale];
  const { error, help, required, disabled } = looks;
  // The first digit of a year makes a date of the year 2, which is unfinished on the wire: the box goes on from what was typed.
  const [typed, setTyped] = useState<ReturnType<typeof fromWire>>(null);
  const common = {
    label,
    disabled,
    value: typed && toWire(style, typed) === value ? typed : fromWire(value),
    dayOfWeekFormatter: (weekday: NonNullable<ReturnType<typeof fromWire>>) => weekday.format('dd'),
    onChange: (next: ReturnType<typeof fromWire>) => {
      setTyped(next);
      onChange(toWire(style, next));
    },
    slotProps: {
      textField: {
        onBlur,
        inputRef,
        required,
        error,
        helperText: help,
        size: 'small',
        fullWidth: true,
        sx: likeOthers,
        slotProps: { input: { startAdornment: start, ...(ariaLabel && named(ariaLabel)) } },
      },
      field: { clearable: !required },
    },
  } as const;
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={dayjs}
      localeText={texts.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      {style === 'day' ? (
        <DatePicker {...common} format={day} />
      ) : (
        <DateTimePicker {...common} format={`${day} HH:mm`} ampm={false} timezone={zone || 'system'} />
      )}
    </LocalizationProvider>
  );
};
