import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../../authProvider/account.ts';
import { hasAnyRole } from '../../../contract/access.ts';
import { pagesOfGroup } from '../../../routes/menu.ts';
import { routeTable } from '../../../routes/table.ts';
import { Section } from '../parts/Section.tsx';

/** Links to the settings of the company that the account may open. Other accounts see nothing. */
export const CompanySection = () => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const group = routeTable.find(({ path }) => path === '/cabinet/admin/');
  if (!group || !hasAnyRole(roles, group.roles)) return null;
  return (
    <Section title={translate('user.company.title')} about={translate('user.company.about')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columns: { sm: 2 } }}>
        {pagesOfGroup(group, roles).map(({ path, title }) => (
          <Box key={path} component="li" sx={{ py: 0.5 }}>
            <MuiLink component={Link} to={path}>
              {translate(`routes.${title}`)}
            </MuiLink>
          </Box>
        ))}
      </Box>
    </Section>
  );
};
