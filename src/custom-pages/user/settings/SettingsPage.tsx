import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { settingsQuery } from '../../../authProvider/settings.ts';
import { useChoose } from '../../../authProvider/useChoose.ts';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { Notices } from './Notices.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { StartPageField } from './StartPageField.tsx';
import { ZoneField } from './ZoneField.tsx';

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
