import Autocomplete from '@mui/material/Autocomplete';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { formatPlace, parsePlace } from '../../schema/kinds/coordinates.ts';
import { useDebounced } from '../useDebounced.ts';
import { type City, cityNamed, findCities } from './cities.ts';

/** Address of a past accident, with its coordinates as text. */
export interface PastPlace {
  readonly city: string;
  readonly street: string;
  readonly place: string;
}

interface Props extends Pick<TextFieldProps, 'label' | 'required' | 'inputRef'> {
  /** Typed text: coordinates, or the name of a city or an address that is not chosen yet. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onCity: (city: City) => void;
  readonly onPastPlace: (place: PastPlace) => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  /** Says what to do with a text for which the list has neither a city nor an address. */
  readonly unreadHelp: string;
}

/** Number of letters from which addresses of past accidents are searched. */
const minLetters = 4;
const maxPlaces = 10;

/** Returns the addresses of past accidents that the text finds, each once. */
const findPastPlaces = async (search: string, signal: AbortSignal): Promise<readonly PastPlace[]> => {
  const { Items } = await api('GET /api/crashes')({ query: { search, pageSize: maxPlaces }, signal });
  const places = new Map<string, PastPlace>();
  for (const { City, Street, Latitude, Longitude } of Items) {
    if (!Street || Latitude === null || Longitude === null) continue;
    places.set(`${City}, ${Street}`, { city: City ?? '', street: Street, place: formatPlace(Latitude, Longitude) });
  }
  return [...places.values()];
};

const usePastPlaces = (value: string): readonly PastPlace[] => {
  const typed = useDebounced(value.trim());
  const isSearched = (typed.match(/\p{L}/gu)?.length ?? 0) >= minLetters && !parsePlace(typed) && !cityNamed(typed);
  const { data } = useQuery({
    queryKey: ['pastPlaces', typed],
    queryFn: ({ signal }) => findPastPlaces(typed, signal),
    enabled: isSearched,
    retry: false,
  });
  return (isSearched && data) || [];
};

/**
 * Box for a place: coordinates, a link to a map, a city of the offline list, or the address of a past accident. A city's
 * full name is taken when the focus leaves the box.
 */
export const PlaceBox = ({
  value,
  onChange,
  onCity,
  onPastPlace,
  onBlur,
  maxLength,
  error,
  help,
  unreadHelp,
  ...box
}: Props) => {
  const language = useLanguage();
  const pastPlaces = usePastPlaces(value);
  const options: readonly (City | PastPlace)[] = [...findCities(value), ...pastPlaces];
  const isUnread = value.trim() !== '' && !parsePlace(value) && options.length === 0;
  const labelOf = (option: City | PastPlace) =>
    'street' in option ? [option.city, option.street].filter(Boolean).join(', ') : option.name[language];
  return (
    <Autocomplete
      freeSolo
      autoHighlight
      clearIcon={null}
      value={null}
      inputValue={value}
      options={options}
      filterOptions={all => [...all]}
      getOptionLabel={option => (typeof option === 'string' ? option : labelOf(option))}
      getOptionKey={option =>
        typeof option === 'string' ? option : 'street' in option ? option.place : option.name.en
      }
      onInputChange={(_, text, reason) => reason === 'input' && onChange(text)}
      onChange={(_, option) => {
        // The Enter key gives the typed text instead of the highlighted option.
        const chosen = typeof option === 'string' ? options[0] : option;
        if (!chosen) return;
        if ('street' in chosen) onPastPlace(chosen);
        else onCity(chosen);
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
