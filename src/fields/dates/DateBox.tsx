import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, ruRU } from '@mui/x-date-pickers/locales';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/ru.js';
import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import Clear from '@mui/icons-material/Clear';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { usePickerContext, usePickerTranslations } from '@mui/x-date-pickers/hooks';
import { createContext, type ReactNode, type Ref, useContext, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import type { Locale } from '../../i18n/locale.ts';
import { parseDateText } from '../../schema/kinds/dateText.ts';
import { formatDay, formatMoment } from '../../schema/kinds/format.ts';
import { momentAt, wallClock } from '../../schema/kinds/zone.ts';
import { useZone } from '../../settings/zone.ts';
import { useI18n } from '../useI18n.ts';
import { typeText } from '../validation.ts';
import { type DateStyle, fromWire, incompleteDate, toWire } from './wire.ts';

interface DateTextProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly example: string;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly label?: string | undefined;
  readonly ariaLabel?: string | undefined;
  readonly startAdornment?: ReactNode;
  readonly error: boolean;
  readonly help?: ReactNode;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** Passes props to the text element, because MUI creates this element itself. */
const DateTextContext = createContext<DateTextProps | null>(null);

/** Text part of a date input. Typed or pasted text stays unchanged until it is a valid date or the user corrects it. */
const DateText = () => {
  const props = useContext(DateTextContext);
  const picker = usePickerContext();
  const pickerTexts = usePickerTranslations();
  if (!props) return null;
  const {
    text,
    onTextChange,
    onBlur,
    example,
    inputRef,
    label,
    ariaLabel,
    startAdornment,
    error,
    help,
    required,
    disabled,
  } = props;
  const buttons = (
    <InputAdornment position="end">
      {text !== '' && !required && !disabled && (
        <IconButton
          size="small"
          aria-label={pickerTexts.fieldClearLabel}
          tabIndex={-1}
          onClick={() => onTextChange('')}
        >
          <Clear fontSize="small" />
        </IconButton>
      )}
      <IconButton
        size="small"
        edge="end"
        disabled={disabled}
        aria-label={pickerTexts.openDatePickerDialogue(text || null)}
        onClick={() => picker.setOpen(open => !open)}
      >
        <CalendarToday fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextField
      ref={picker.rootRef}
      inputRef={inputRef}
      label={label}
      value={text}
      onChange={({ target }) => onTextChange(target.value)}
      onBlur={onBlur}
      placeholder={example}
      required={required}
      disabled={disabled}
      error={error}
      helperText={help}
      fullWidth
      autoComplete="off"
      slotProps={{
        input: { ref: picker.triggerRef, startAdornment, endAdornment: buttons },
        htmlInput: ariaLabel ? { 'aria-label': ariaLabel } : {},
      }}
    />
  );
};

interface ReadOptions {
  readonly style: DateStyle;
  readonly zone: string;
  readonly now: Date;
  /**
   * True if the user has finished typing. A year with two digits is then accepted, and a time may be missing.
   */
  readonly isFinal: boolean;
  /** True for the end of a range, where a missing time means the end of the day. Otherwise it means midnight. */
  readonly isRangeEnd?: boolean;
}

/** Matches day, month, year, hour and minute without separators: `100120261230` is 10.01.2026 12:30. */
const compactDateTime = /^(\d{8})(\d{2})(\d{2})$/;
const shortYearEnd = /[^\d:]\d{2}$/;
const earliestDay = '1900';

/**
 * Returns the API value of a typed or pasted date. Null: the text is empty. `unfinished`: the text is no date, or an
 * incomplete one.
 */
export const parseDateInput = (
  text: string,
  { style, zone, now, isFinal, isRangeEnd = false }: ReadOptions,
): string | null => {
  if (text.trim() === '') return null;
  if (!isFinal && shortYearEnd.test(text.trim())) return incompleteDate;
  const parsed = parseDateText(text.trim().replace(compactDateTime, '$1 $2:$3'), {
    now,
    dayFirst: true,
    today: wallClock(now, zone).slice(0, 10),
  });
  if ('fault' in parsed || parsed.day < earliestDay) return incompleteDate;
  if (style === 'day') return parsed.day;
  if (parsed.time === undefined && !isFinal) return incompleteDate;
  const localTime = `${parsed.day}T${parsed.time ?? (isRangeEnd ? '23:59:59.999' : '00:00:00')}`;
  return parsed.offsetMinutes === undefined
    ? momentAt(localTime, zone).toISOString()
    : new Date(Date.parse(`${localTime}Z`) - parsed.offsetMinutes * 60_000).toISOString();
};

/**
 * Returns the text that an input shows for an API value. An invalid value, for example from the page's address, gives
 * an empty text.
 */
const formatDateInput = (wire: string | null, style: DateStyle, locale: Locale, zone: string): string => {
  if (!wire || Number.isNaN(Date.parse(wire))) return '';
  return style === 'day' ? formatDay(wire.slice(0, 10), locale) : formatMoment(new Date(wire), locale, zone);
};

interface Props {
  readonly style: DateStyle;
  /** Value in the format of the API. Null or empty: no date. */
  readonly value: string | null;
  /** Called with the value in the format of the API, or with `unfinished` for an incomplete date. */
  readonly onChange: (wire: string | null) => void;
  readonly onBlur?: () => void;
  /** True for the end of a range: a day typed without a time includes the whole day. */
  readonly isRangeEnd?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Label above the box. Without it, `ariaLabel` names the box and `startAdornment` is its prefix. */
  readonly label?: string;
  readonly ariaLabel?: string;
  readonly startAdornment?: ReactNode;
  readonly error?: boolean;
  readonly help?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const languages = {
  ru: { dayjs: 'ru', example: 'ДД.ММ.ГГГГ', time: 'ЧЧ:ММ', texts: ruRU },
  en: { dayjs: 'en-gb', example: 'DD.MM.YYYY', time: 'hh:mm', texts: enUS },
} as const;

const slots = { field: DateText };

/** Input for a day or a time, which is typed, pasted or picked. Times are in the time zone of the user's settings. */
export const DateBox = (props: Props) => {
  const { style, value, onChange, onBlur, isRangeEnd = false, error = false, help, ...fieldProps } = props;
  const { locale, translate } = useI18n();
  const zone = useZone();
  const { dayjs, example, time, texts } = languages[locale];
  // The typed text stays in the input as long as `value` is the date that was read from this text.
  const [typed, setTyped] = useState<{ readonly text: string; readonly wire: string | null }>();
  const [hasLeft, setHasLeft] = useState(false);
  const isTyped = typed !== undefined && typed.wire === (value || null);
  const text = isTyped ? typed.text : formatDateInput(value, style, locale, zone);
  const acceptText = (typedText: string, isFinal: boolean) => {
    const wire = parseDateInput(typedText, { style, zone, now: new Date(serverNow()), isFinal, isRangeEnd });
    setHasLeft(isFinal);
    setTyped(isFinal && wire !== incompleteDate ? undefined : { text: typedText, wire });
    if (wire !== (value || null)) onChange(wire);
    return wire;
  };
  const showsError = hasLeft && isTyped && typed.wire === incompleteDate;
  const textProps = {
    ...fieldProps,
    text,
    example: style === 'day' ? example : `${example} ${time}`,
    onTextChange: (typedText: string) => void acceptText(typedText, false),
    onBlur: () => {
      // After a change only `onChange` is called, because `onBlur` would use the former value and undo the change.
      if (!isTyped || acceptText(text, true) === (value || null)) onBlur?.();
    },
    error: error || showsError,
    help: showsError && !error ? typeText(translate, 'date') : help,
  };
  const pickerProps = {
    disabled: fieldProps.disabled,
    value: fromWire(value),
    dayOfWeekFormatter: (weekday: NonNullable<ReturnType<typeof fromWire>>) => weekday.format('dd'),
    onChange: (next: ReturnType<typeof fromWire>) => {
      setTyped(undefined);
      onChange(toWire(style, next));
    },
    slots,
  } as const;
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={dayjs}
      localeText={texts.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      <DateTextContext value={textProps}>
        {style === 'day' ? (
          <DatePicker {...pickerProps} />
        ) : (
          <DateTimePicker {...pickerProps} ampm={false} timezone={zone || 'system'} />
        )}
      </DateTextContext>
    </LocalizationProvider>
  );
};
