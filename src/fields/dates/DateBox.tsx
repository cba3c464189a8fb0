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
  /** Wire value; null or empty: none. */
  readonly value: string | null;
  /** Gets the wire value, or `unfinished` for an incomplete date. */
  readonly onChange: (wire: string | null) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Label above; without one, `ariaLabel` names the box and `start` is its prefix. */
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

/** Styles of text fields, which the theme has only for those. */
const likeOthers = (theme: Theme) => ({
  ...labelAbove(theme),
  '& .MuiPickersOutlinedInput-root': { backgroundColor: 'background.paper' },
  '& .MuiPickersOutlinedInput-root:not(.Mui-focused, .Mui-error, .Mui-disabled, :hover) .MuiPickersOutlinedInput-notchedOutline':
    {
      borderColor: alpha(theme.palette.text.secondary, 0.72),
    },
});

/** Accessible name without a visible label. */
const named = (name: string) => ({ 'aria-label': name, 'aria-labelledby': undefined });

/** A day or a date and time, typed or picked, in the app's date order; times are in the zone of the settings. */
export const DateBox = ({ style, value, onChange, onBlur, inputRef, label, ariaLabel, start, ...looks }: Props) => {
  const { locale } = useI18n();
  const zone = useZone();
  const { dayjs, day, texts } = languages[locale];
  const { error, help, required, disabled } = looks;
  // While a year is being typed the wire value is `unfinished`: the box keeps the typed text itself.
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
