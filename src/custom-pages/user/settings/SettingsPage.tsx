import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDelete, useGetList, useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { settingsQuery } from '../../../authProvider/settings.ts';
import { useChoose } from '../../../authProvider/useChoose.ts';
import { Failed } from '../../../components/Failed.tsx';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { config } from '../../../config.ts';
import { holdsOne, rights } from '../../../contract/access.ts';
import type { SessionRow } from '../../../contract/shapes/session.ts';
import type { Settings, SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { showLoadFailure } from '../../../feedback/showLoadFailure.ts';
import { formatMoment } from '../../../fields/format.ts';
import { type Locale, languageName, languages } from '../../../i18n/locale.ts';
import { setLanguage, useShownLanguage } from '../../../i18n/store.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { places } from '../../../routes/publicPages.ts';
import { routeTable } from '../../../routes/table.ts';
import { twoDigits } from '../../../schema/kinds/format.ts';
import { SessionItem } from '../../../screens/SessionItem.tsx';
import { density } from '../../../settings/density.ts';
import { useMode } from '../../../settings/mode.ts';
import { offsetMinutes } from '../../../settings/zone.ts';
import { Choice } from '../parts/Choice.tsx';
import { Labelled } from '../parts/Labelled.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { allSessionsQuery } from './sessions.ts';

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

/** Returns true if each typed word is part of the name, the search names or the offset. Underscores count as spaces. */
export const matchesZone = ({ name, offset, words }: ZoneOption, typed: string): boolean => {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ').replace('−', '-');
  const text = plain(`${name} ${words} ${offsetText(offset)}`);
  return plain(typed)
    .split(/\s+/)
    .every(part => text.includes(part));
};

interface ZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Time zone of all shown times. Empty: the browser's zone. */
const ZoneField = ({ value, onChange }: ZoneFieldProps) => {
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

type Name = keyof Settings['Notifications'];
interface NoticesProps {
  readonly on: Settings['Notifications'];
  readonly onChange: (change: Partial<Settings['Notifications']>) => void;
}

/**
 * The page has no switches for notifications that this cabinet does not show. The bell shows all notifications, the
 * chat only replies and mentions.
 */
const { notifications: bell, chat } = config.layout;
const inCabinet = [
  ...(bell ? (['Major', 'TakenOver', 'HandedOver'] as const) : []),
  ...(bell || chat ? (['Reply', 'Mention'] as const) : []),
  ...(bell ? (['Call', 'Jobs'] as const) : []),
];
const byLetter: readonly Name[] = ['NewDevice', 'Registrations'];

/** Switches for notifications in the cabinet and by mail. */
export const Notices = ({ on, onChange }: NoticesProps) => {
  const translate = useTranslate();
  const mayDecide = holdsOne(useAccount()?.Roles ?? [], rights.registrations);
  const group = (title: string, names: readonly Name[]) => (
    <Box role="group" aria-label={translate(title)}>
      <Typography variant="subtitle2" component="p" gutterBottom>
        {translate(title)}
      </Typography>
      {names.map(name => (
        <FormControlLabel
          key={name}
          control={<Switch size="small" checked={on[name]} onChange={(_, next) => onChange({ [name]: next })} />}
          label={translate(`user.notices.${name}`)}
          sx={{ display: 'flex', mx: 0, ml: -0.875, py: 0.5, gap: 1 }}
        />
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {inCabinet.length > 0 && group('user.notices.inCabinet', inCabinet)}
      {group(
        'user.notices.byLetter',
        byLetter.filter(name => name !== 'Registrations' || mayDecide),
      )}
    </Box>
  );
};

interface StartPageFieldProps {
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/**
 * Page after sign-in, if there is no page to return to. The options are all pages with a tile that the user may open.
 */
const StartPageField = ({ value, onChange }: StartPageFieldProps) => {
  const translate = useTranslate();
  const held = useAccount()?.Roles ?? [];
  const pages = routeTable.filter(
    ({ path, tile, roles }) => path === places.home || (tile !== undefined && holdsOne(held, roles)),
  );
  const known = pages.some(({ path }) => path === value);
  return (
    <Labelled label={translate('user.start.label')}>
      {({ id, labelId }) => (
        <Select
          id={id}
          size="small"
          labelId={labelId}
          value={known ? value : places.home}
          onChange={event => onChange(event.target.value === places.home ? '' : event.target.value)}
          sx={{ maxWidth: theme => theme.frame.form }}
        >
          {pages.map(({ path, title }) => (
            <MenuItem key={path} value={path}>
              {translate(`routes.${title}`)}
            </MenuItem>
          ))}
        </Select>
      )}
    </Labelled>
  );
};

interface Props {
  readonly choose: (choice: SettingsUpdate) => void;
}

/** Language, theme and density. A choice applies at once. */
const AppearanceSection = ({ choose }: Props) => {
  const translate = useTranslate();
  const language = useShownLanguage();
  const theme = useMode();
  const dense = density.use();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Choice
        label={translate('shell.language.label')}
        value={language}
        options={languages.map(value => ({ value, title: languageName(value), lang: value }))}
        onChange={chosen => void setLanguage(chosen).catch(showLoadFailure)}
      />
      <Choice
        label={translate('user.looks.theme')}
        value={theme}
        options={(['light', 'dark'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Theme => choose({ Theme })}
      />
      <Choice
        label={translate('user.looks.density')}
        help={translate('user.looks.densityHelp')}
        value={dense}
        options={(['comfortable', 'dense'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Density => choose({ Density })}
      />
    </Box>
  );
};

const firstSessions = 5;

/** Sessions of the account. Each can be ended. */
const SessionList = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<SessionRow>('sessions', allSessionsQuery);
  const [end, { variables, isPending }] = useDelete<SessionRow>();
  const [all, setAll] = useState(false);
  if (error) return <Failed text={translate('user.sessions.failed')} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const shown = all ? data : data.slice(0, firstSessions);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(session => (
          <SessionItem
            key={session.id}
            session={session}
            ending={isPending && variables?.id === session.id}
            onEnd={() =>
              void end('sessions', { id: session.id, previousData: session }, { onSettled: () => void refetch() })
            }
          />
        ))}
      </Box>
      {!all && data.length > firstSessions && (
        <Button onClick={() => setAll(true)} sx={{ mt: 1 }}>
          {translate('user.sessions.more', { n: data.length - firstSessions })}
        </Button>
      )}
    </>
  );
};

/** Settings apply at once and in every browser. Only the password has a save button. */
export const SettingsPage = () => {
  const translate = useTranslate();
  const query = useQuery(settingsQuery);
  const choose = useChoose();
  const section = (name: string) => ({
    title: translate(`user.${name}.title`),
    about: translate(`user.${name}.about`),
  });
  return (
    <Loaded query={query} skeleton={<PageSkeleton />} failed="user.settingsFailed">
      {settings => (
        <SectionStack>
          <HiddenHeading>{translate('routes.settings')}</HiddenHeading>
          <Section {...section('looks')}>
            <AppearanceSection choose={choose} />
          </Section>
          <Section {...section('zone')}>
            <ZoneField value={settings.TimeZone} onChange={TimeZone => choose({ TimeZone })} />
          </Section>
          <Section {...section('start')}>
            <StartPageField value={settings.StartPage} onChange={StartPage => choose({ StartPage })} />
          </Section>
          <Section {...section('notices')}>
            <Notices on={settings.Notifications} onChange={Notifications => choose({ Notifications })} />
          </Section>
          <Section {...section('password')}>
            <PasswordForm />
          </Section>
          <Section {...section('sessions')}>
            <SessionList />
          </Section>
        </SectionStack>
      )}
    </Loaded>
  );
};
