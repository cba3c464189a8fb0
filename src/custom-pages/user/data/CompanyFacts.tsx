import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { AccountInfo } from '../../../contract/shapes/account.ts';

/** Company data of the user. Only managers change it. */
export const CompanyFacts = ({ account }: { account: AccountInfo }) => {
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
