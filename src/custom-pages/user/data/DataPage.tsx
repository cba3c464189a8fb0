import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { PictureEditor } from '../picture/PictureEditor.tsx';
import { CompanyFacts } from './CompanyFacts.tsx';
import { DataForm } from './DataForm.tsx';

/** Personal data: fields that the user may change, and fields that the company sets. */
export const DataPage = () => {
  const translate = useTranslate();
  const account = useAccount();
  if (!account) return <PageSkeleton />;
  return (
    <SectionStack>
      <HiddenHeading>{translate('routes.user')}</HiddenHeading>
      <Section title={translate('user.picture.title')} about={translate('user.picture.about')}>
        <PictureEditor account={account} />
      </Section>
      <Section title={translate('user.data.title')} about={translate('user.data.about')}>
        <DataForm account={account} />
      </Section>
      <Section title={translate('user.given.title')} about={translate('user.given.about')}>
        <CompanyFacts account={account} />
      </Section>
    </SectionStack>
  );
};
