import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelete, useGetList, useTranslate } from 'react-admin';
import { settingsQuery } from '../../../authProvider/settings.ts';
import { useChoose } from '../../../authProvider/useChoose.ts';
import { Failed } from '../../../components/Failed.tsx';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import type { SessionRow } from '../../../contract/shapes/session.ts';
import type { SettingsUpdate } from '../../../contract/shapes/settings.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { tellMissing } from '../../../feedback/tellMissing.ts';
import { languageName, languages } from '../../../i18n/locale.ts';
import { setLanguage, useShownLanguage } from '../../../i18n/store.ts';
import { SessionItem } from '../../../screens/SessionItem.tsx';
import { density } from '../../../settings/density.ts';
import { useMode } from '../../../settings/mode.ts';
import { Choice } from '../parts/Choice.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { Notices } from './Notices.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { StartPageField } from './StartPageField.tsx';
import { allSessionsQuery } from './sessions.ts';
import { ZoneField } from './ZoneField.tsx';

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
        onChange={chosen => void setLanguage(chosen).catch(tellMissing)}
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
