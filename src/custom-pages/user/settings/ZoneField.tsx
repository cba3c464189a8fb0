import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { formatMoment } from '../../../fields/format.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { offsetMinutes } from '../../../settings/zone.ts';
import { Labelled } from '../parts/Labelled.tsx';
import { matchesZone, offsetText, zoneOptions } from './zones.ts';

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
