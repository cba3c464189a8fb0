import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { formatMoment } from '../../../fields/format.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { Labelled } from '../parts/Labelled.tsx';
import { matchesZone, offsetText, zoneOptions } from './zones.ts';

interface Props {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Time zone of every moment on the screen; cleared, it is the browser's own. */
export const ZoneField = ({ value, onChange }: Props) => {
  const translate = useTranslate();
  const [locale] = useAppLocale();
  const options = useMemo(() => zoneOptions(new Date(), locale), [locale]);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sample = translate('user.zone.now', { moment: formatMoment(new Date(), locale, value) });
  return (
    <Labelled label={translate('user.zone.label')} help={sample}>
      {({ id, describedBy }) => (
        <Autocomplete
          id={id}
          size="small"
          options={options}
          value={options.find(({ name }) => name === value) ?? null}
          onChange={(_, option) => onChange(option?.name ?? '')}
          getOptionLabel={({ name }) => name.replaceAll('_', ' ')}
          isOptionEqualToValue={(a, b) => a.name === b.name}
          filterOptions={(all, { inputValue }) => all.filter(option => matchesZone(option, inputValue))}
          noOptionsText={translate('user.zone.none')}
          clearText={translate('user.zone.clear')}
          sx={{ maxWidth: theme => theme.frame.form }}
          renderOption={({ key, ...props }, { name, offset, words }) => (
            <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {name.replaceAll('_', ' ')}
                <Typography variant="caption" color="textSecondary" noWrap component="p">
                  {words}
                </Typography>
              </Box>
              <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {offsetText(offset)}
              </Typography>
            </Box>
          )}
          renderInput={params => (
            <TextField
              {...params}
              placeholder={translate('user.zone.browser', { zone: own.replaceAll('_', ' ') })}
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
