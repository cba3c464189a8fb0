import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, ruRU } from '@mui/x-date-pickers/locales';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/ru.js';
import { type ReactNode, type Ref, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { useZone } from '../../settings/zone.ts';
import { useI18n } from '../useI18n.ts';
import { typeText } from '../validation.ts';
import { DateText, DateTextContext } from './DateText.tsx';
import { formatDateInput, parseDateInput } from './entry.ts';
import { type DateStyle, fromWire, incompleteDate, toWire } from './wire.ts';

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
