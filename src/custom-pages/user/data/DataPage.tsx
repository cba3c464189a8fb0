import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { PictureEditor } from '../picture/PictureEditor.tsx';
import { DataForm } from './DataForm.tsx';

/** Company data of the user. Only managers change it. */
const CompanyFacts = ({ account }: { account: AccountInfo }) => {
  const translate = useTranslate();
  const facts = [
    ['email', account.Email],
    ['company', account.CompanyName],
    ['roles', account.Roles.map(role => translate(`errors.roles.${role}`, { _: role })).join(', ')],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Typography component="dt" variant="subtitle2">
            {translate(`user.given.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

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
