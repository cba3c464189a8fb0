import { useInput } from 'react-admin';
import { DateBox } from '../dates/DateBox.tsx';
import type { DateStyle } from '../dates/wire.ts';
import { zoneName } from '../format.ts';
import { useI18n } from '../useI18n.ts';
import type { InputProps } from './InputProps.ts';

const identity = (value: unknown) => value;

const dateField = (style: DateStyle) => (props: InputProps) => {
  const { source, label, help, field: described, disabled } = props;
  const { locale, translate } = useI18n();
  const { field, fieldState } = useInput({ source, disabled, parse: identity, format: identity });
  const zone = style === 'moment' && translate('lists.timeOf', { zone: zoneName(locale) });
  return (
    <DateBox
      style={style}
      label={label}
      value={field.value ?? null}
      onChange={field.onChange}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
      required={described.required}
      disabled={disabled}
      error={fieldState.invalid}
      help={fieldState.error?.message ?? ([help, zone].filter(Boolean).join(' · ') || undefined)}
    />
  );
};

/** Input for a calendar day without a zone. */
export const DayField = dateField('day');
/** Input for a date and time in the time zone of the user's settings. The name of the zone is shown below the input. */
export const MomentField = dateField('moment');
