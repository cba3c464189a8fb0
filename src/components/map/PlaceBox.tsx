import Autocomplete from '@mui/material/Autocomplete';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { parsePlace } from '../../schema/kinds/coordinates.ts';
import { type City, cityNamed, findCities } from './cities.ts';

interface Props extends Pick<TextFieldProps, 'label' | 'required' | 'inputRef'> {
  /** Typed text: coordinates, or the name of a city that is not chosen yet. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onCity: (city: City) => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  /** Says what to do with a text that is neither coordinates nor a chosen city. */
  readonly unreadHelp: string;
}

/**
 * Box for a place: coordinates, a link to a map, or a city of the offline list. A city's full name is taken when the
 * focus leaves the box.
 */
export const PlaceBox = ({ value, onChange, onCity, onBlur, maxLength, error, help, unreadHelp, ...box }: Props) => {
  const language = useLanguage();
  const isUnread = value.trim() !== '' && !parsePlace(value);
  return (
    <Autocomplete
      freeSolo
      autoHighlight
      clearIcon={null}
      value={null}
      inputValue={value}
      options={findCities(value)}
      filterOptions={all => [...all]}
      getOptionLabel={option => (typeof option === 'string' ? option : option.name[language])}
      getOptionKey={option => (typeof option === 'string' ? option : option.name.en)}
      onInputChange={(_, text, reason) => reason === 'input' && onChange(text)}
      onChange={(_, option) => {
        // The Enter key gives the typed text instead of the highlighted option.
        const city = typeof option === 'string' ? findCities(option)[0] : option;
        if (city) onCity(city);
      }}
      onBlur={() => {
        const city = cityNamed(value);
        if (city) onCity(city);
        onBlur?.();
      }}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          {...box}
          error={error !== undefined}
          helperText={error ?? (isUnread ? unreadHelp : help)}
          slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, maxLength } }}
        />
      )}
    />
  );
};
