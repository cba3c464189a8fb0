import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import Clear from '@mui/icons-material/Clear';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { usePickerContext, usePickerTranslations } from '@mui/x-date-pickers/hooks';
import { createContext, type ReactNode, type Ref, useContext } from 'react';

export interface DateTextProps {
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
export const DateTextContext = createContext<DateTextProps | null>(null);

/** Text part of a date input. Typed or pasted text stays unchanged until it is a valid date or the user corrects it. */
export const DateText = () => {
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
