import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { formatMoment } from '../../../fields/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { offsetMinutes } from '../../../settings/zone.ts';
import { Labelled } from '../parts/Labelled.tsx';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats an offset as `UTC+5:30`. */
export const offsetText = (minutes: number): string => {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${twoDigits(rest)}` : ''}`;
};

interface ZoneOption {
  readonly name: string;
  readonly offset: number;
  /** Names of the zone for the search. */
  readonly words: string;
}

const wordsOf = (name: string, at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns all zones that the browser knows, from west to east. */
export const zoneOptions = (at: Date, locale: Locale): readonly ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')]
    .map(name => ({ name, offset: offsetMinutes(at, name), words: wordsOf(name, at, locale) }))
    .sort((a, b) => a.offset - b.offset || a.name.localeCompare(b.name));

/** Returns true if the text matches a part of the name, the search names or the offset. Spaces equal underscores. */
export const matchesZone = ({ name, offset, words }: ZoneOption, typed: string): boolean => {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ').replace('−', '-');
  const text = plain(`${name} ${words} ${offsetText(offset)}`);
  return plain(typed)
    .split(/\s+/)
    .every(part => text.includes(part));
};

interface Props {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Time zone of all shown times. Empty: the browser's zone. */
export const ZoneField = ({ value, onChange }: Props) => {
  const translate = useTranslate();
  const [locale] = useAppLocale();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The first option is the browser's zone.
  const options = useMemo(
    () => [{ name: '', offset: offsetMinutes(new Date(), ''), words: own }, ...zoneOptions(new Date(), locale)],
    [locale, own],
  );
  const titleOf = (name: string) =>
    name ? name.replaceAll('_', ' ') : translate('user.zone.browser', { zone: own.replaceAll('_', ' ') });
  const sample = translate('user.zone.now', { moment: formatMoment(new Date(), locale, value) });
  return (
    <Labelled label={translate('user.zone.label')} help={sample}>
      {({ id, describedBy }) => (
        <Autocomplete
          id={id}
          size="small"
          options={options}
          disableClearable
          value={options.find(({ name }) => name === value) ?? options[0]}
          onChange={(_, option) => onChange(option.name)}
          getOptionLabel={({ name }) => titleOf(name)}
          isOptionEqualToValue={(a, b) => a.name === b.name}
          filterOptions={(all, { inputValue }) => all.filter(option => matchesZone(option, inputValue))}
          noOptionsText={translate('user.zone.none')}
          sx={{ maxWidth: theme => theme.frame.form }}
          renderOption={({ key, ...props }, { name, offset, words }) => (
            <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {titleOf(name)}
                {name && (
                  <Typography variant="caption" color="textSecondary" noWrap component="p">
                    {words}
                  </Typography>
                )}
              </Box>
              <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {offsetText(offset)}
              </Typography>
            </Box>
          )}
          renderInput={params => (
            <TextField
              {...params}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy },
              }}
            />
          )}
        />
      )}
    </Labelled>
  );
};
