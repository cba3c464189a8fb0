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
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDelete, useGetList, useTranslate } from 'react-admin';
import type { string } from 'yup';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import { settingsQuery } from '../../../authProvider/settings.ts';
import { useSaveSettings } from '../../../authProvider/useSaveSettings.ts';
import { FailureAlert } from '../../../components/FailureAlert.tsx';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { config } from '../../../config.ts';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import type { BodyFor } from '../../../contract/index.ts';
import type { SessionRow, Settings, SettingsUpdate } from '../../../contract/shapes/account.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { showLoadFailure } from '../../../feedback/showLoadFailure.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { formatMoment } from '../../../fields/format.ts';
import { type I18n, useI18n } from '../../../fields/useI18n.ts';
import { type Locale, languageName, languages } from '../../../i18n/locale.ts';
import { setLanguage, useShownLanguage } from '../../../i18n/store.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { passwordChange } from '../../../resources/forms/pageForms.ts';
import { fixedPaths } from '../../../routes/publicPages.ts';
import { routeTable } from '../../../routes/table.ts';
import { twoDigits } from '../../../schema/kinds/format.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { Inputs, recordSchema } from '../../../screens/record/Inputs.tsx';
import { SessionItem } from '../../../screens/SessionItem.tsx';
import { density } from '../../../settings/density.ts';
import { useMode } from '../../../settings/mode.ts';
import { offsetMinutes } from '../../../settings/zone.ts';
import { Choice, LabelledInput } from '../parts/LabelledInput.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { CompanySection } from './CompanySection.tsx';

/** Shared query of all sessions, latest first. The limit is higher than any real number of sessions. */
const allSessionsQuery = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'lastSeenAt', order: 'DESC' },
} as const;

/** Returns a schema with the password rules of the contract, so that errors show before the request. */
const passwordSchema = (i18n: I18n, login: string) => {
  const schema = recordSchema(passwordChange, passwordChange.form, i18n);
  const newPasswordSchema = (schema.fields.New as unknown as ReturnType<typeof string>).test(
    'login',
    i18n.translate('validation.passwordIsLogin'),
    value => value?.trim().toLowerCase() !== login.toLowerCase(),
  );
  return schema.shape({ New: newPasswordSchema });
};

type PasswordChange = BodyFor<'PUT /api/v2/Account/password'>;
const emptyValues: PasswordChange = { Current: '', New: '' };

/** Changes the password. All other sessions of the account end. */
const PasswordForm = () => {
  const i18n = useI18n();
  const { translate } = i18n;
  const login = useAccount()?.Email ?? '';
  const { refetch } = useGetList('sessions', allSessionsQuery);
  const schema = useMemo(() => passwordSchema(i18n, login), [i18n, login]);
  const { mutateAsync } = useMutation({
    mutationFn: (body: PasswordChange) => api('PUT /api/v2/Account/password')({ body }),
  });
  return (
    <Box sx={theme => ({ maxWidth: theme.frame.formWidth })}>
      <GuardedForm
        schema={schema}
        defaultValues={emptyValues}
        onSubmit={async ({ Current, New }) => {
          await mutateAsync({ Current, New });
          showToast({ kind: 'success', heading: translate('user.password.done') });
          void refetch();
          return emptyValues;
        }}
      >
        {/* Tells password managers which account's password is changed. */}
        <Box component="input" type="email" autoComplete="username" value={login} readOnly hidden />
        <Inputs resource={passwordChange} names={passwordChange.form} />
        <FormActions
          saveLabel={translate('user.password.submit')}
          savingLabel={translate('user.saving')}
          resetLabel={translate('user.reset')}
        />
      </GuardedForm>
    </Box>
  );
};

/** Formats an offset as `UTC+5:30`. */
export const offsetText = (minutes: number): string => {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${twoDigits(rest)}` : ''}`;
};

interface ZoneOption {
  readonly name: string;
  readonly offset: number;
  /** Names by which the search finds the time zone. */
  readonly searchNames: string;
}

const zoneNames = (name: string, date: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'longGeneric' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns all zones that the browser knows, from west to east. */
export const zoneOptions = (date: Date, locale: Locale): readonly ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')]
    .map(name => ({ name, offset: offsetMinutes(date, name), searchNames: zoneNames(name, date, locale) }))
    .sort((a, b) => a.offset - b.offset || a.name.localeCompare(b.name));

/** Returns true if each typed word is part of the name, the search names or the offset. Underscores count as spaces. */
export const matchesZone = ({ name, offset, searchNames }: ZoneOption, search: string): boolean => {
  const normalize = (text: string) => text.toLowerCase().replaceAll('_', ' ').replace('−', '-');
  const text = normalize(`${name} ${searchNames} ${offsetText(offset)}`);
  return normalize(search)
    .split(/\s+/)
    .every(part => text.includes(part));
};

interface ZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Field for the time zone of all times that the application shows. Empty: the browser's time zone. */
const ZoneField = ({ value, onChange }: ZoneFieldProps) => {
  const translate = useTranslate();
  const [locale] = useAppLocale();
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The first option stands for the browser's time zone.
  const options = useMemo(
    () => [
      { name: '', offset: offsetMinutes(new Date(), ''), searchNames: browserZone },
      ...zoneOptions(new Date(), locale),
    ],
    [locale, browserZone],
  );
  const titleOf = (name: string) =>
    name ? name.replaceAll('_', ' ') : translate('user.zone.browser', { zone: browserZone.replaceAll('_', ' ') });
  const exampleText = translate('user.zone.now', { moment: formatMoment(new Date(), locale, value) });
  return (
    <LabelledInput label={translate('user.zone.label')} help={exampleText}>
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
          sx={{ maxWidth: theme => theme.frame.formWidth }}
          renderOption={({ key, ...props }, { name, offset, searchNames }) => (
            <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {titleOf(name)}
                {name && (
                  <Typography variant="caption" color="textSecondary" noWrap component="p">
                    {searchNames}
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
    </LabelledInput>
  );
};

type NotificationName = keyof Settings['Notifications'];
interface NoticesProps {
  readonly enabled: Settings['Notifications'];
  readonly onChange: (change: Partial<Settings['Notifications']>) => void;
}

/**
 * The page has no switches for notifications that this installation does not show. The bell shows all notifications,
 * the chat only replies and mentions.
 */
const { notifications: bell, chat } = config.layout;
const cabinetNotifications = [
  ...(bell ? (['Major', 'TakenOver', 'HandedOver'] as const) : []),
  ...(bell || chat ? (['Reply', 'Mention'] as const) : []),
  ...(bell ? (['Call', 'Jobs'] as const) : []),
];
const mailNotifications: readonly NotificationName[] = ['NewDevice', 'Registrations'];

export const Notices = ({ enabled, onChange }: NoticesProps) => {
  const translate = useTranslate();
  const mayDecideRegistrations = hasAnyRole(useAccount()?.Roles ?? [], rights.registrations);
  const renderGroup = (title: string, names: readonly NotificationName[]) => (
    <Box role="group" aria-label={translate(title)}>
      <Typography variant="subtitle2" component="p" gutterBottom>
        {translate(title)}
      </Typography>
      {names.map(name => (
        <FormControlLabel
          key={name}
          control={<Switch size="small" checked={enabled[name]} onChange={(_, isOn) => onChange({ [name]: isOn })} />}
          label={translate(`user.notices.${name}`)}
          sx={{ display: 'flex', mx: 0, ml: -0.875, py: 0.5, gap: 1 }}
        />
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {cabinetNotifications.length > 0 && renderGroup('user.notices.inCabinet', cabinetNotifications)}
      {renderGroup(
        'user.notices.byLetter',
        mailNotifications.filter(name => name !== 'Registrations' || mayDecideRegistrations),
      )}
    </Box>
  );
};

interface StartPageFieldProps {
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/**
 * Page that opens after sign-in, unless the user signed in to return to another page. The options are all pages with a
 * tile on the dashboard that the user may open.
 */
const StartPageField = ({ value, onChange }: StartPageFieldProps) => {
  const translate = useTranslate();
  const ownRoles = useAccount()?.Roles ?? [];
  const pages = routeTable.filter(
    ({ path, tile, roles }) => path === fixedPaths.home || (tile !== undefined && hasAnyRole(ownRoles, roles)),
  );
  const isKnown = pages.some(({ path }) => path === value);
  return (
    <LabelledInput label={translate('user.start.label')}>
      {({ id, labelId }) => (
        <Select
          id={id}
          size="small"
          labelId={labelId}
          value={isKnown ? value : fixedPaths.home}
          onChange={event => onChange(event.target.value === fixedPaths.home ? '' : event.target.value)}
          sx={{ maxWidth: theme => theme.frame.formWidth }}
        >
          {pages.map(({ path, title }) => (
            <MenuItem key={path} value={path}>
              {translate(`routes.${title}`)}
            </MenuItem>
          ))}
        </Select>
      )}
    </LabelledInput>
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
  const currentDensity = density.use();
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
        value={currentDensity}
        options={(['comfortable', 'dense'] as const).map(value => ({ value, title: translate(`user.looks.${value}`) }))}
        onChange={Density => choose({ Density })}
      />
    </Box>
  );
};

const initialSessionCount = 5;

const SessionList = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<SessionRow>('sessions', allSessionsQuery);
  const [endSession, { variables, isPending }] = useDelete<SessionRow>();
  const [showsAll, setShowsAll] = useState(false);
  if (error) return <FailureAlert text={translate('user.sessions.failed')} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const shown = showsAll ? data : data.slice(0, initialSessionCount);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(session => (
          <SessionItem
            key={session.id}
            session={session}
            isEnding={isPending && variables?.id === session.id}
            onEnd={() =>
              void endSession(
                'sessions',
                { id: session.id, previousData: session },
                { onSettled: () => void refetch() },
              )
            }
          />
        ))}
      </Box>
      {!showsAll && data.length > initialSessionCount && (
        <Button onClick={() => setShowsAll(true)} sx={{ mt: 1 }}>
          {translate('user.sessions.more', { n: data.length - initialSessionCount })}
        </Button>
      )}
    </>
  );
};

/** Settings apply at once and in every browser. Only the password has a save button. */
export const SettingsPage = () => {
  const translate = useTranslate();
  const query = useQuery(settingsQuery);
  const changeSettings = useSaveSettings();
  const section = (name: string) => ({
    title: translate(`user.${name}.title`),
    about: translate(`user.${name}.about`),
  });
  return (
    <QueryContent query={query} skeleton={<PageSkeleton />} failureText="user.settingsFailed">
      {settings => (
        <SectionStack>
          <HiddenHeading>{translate('routes.settings')}</HiddenHeading>
          <Section {...section('looks')}>
            <AppearanceSection choose={changeSettings} />
          </Section>
          <Section {...section('zone')}>
            <ZoneField value={settings.TimeZone} onChange={TimeZone => changeSettings({ TimeZone })} />
          </Section>
          <Section {...section('start')}>
            <StartPageField value={settings.StartPage} onChange={StartPage => changeSettings({ StartPage })} />
          </Section>
          <Section {...section('notices')}>
            <Notices enabled={settings.Notifications} onChange={Notifications => changeSettings({ Notifications })} />
          </Section>
          <Section {...section('password')}>
            <PasswordForm />
          </Section>
          <Section {...section('sessions')}>
            <SessionList />
          </Section>
          <CompanySection />
        </SectionStack>
      )}
    </QueryContent>
  );
};
