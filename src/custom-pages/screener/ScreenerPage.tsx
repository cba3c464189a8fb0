import Box from '@mui/material/Box';
import { useAccount } from '../../authProvider/account.ts';
import { holdsOne, rights } from '../../contract/access.ts';
import { RuleLinks } from './RuleLinks.tsx';
import { SightingSearch } from './SightingSearch.tsx';

/** Checks of the portfolio for managers, and "Was it there?" for all roles. An operator uses it for the leased case. */
export const ScreenerPage = () => {
  const roles = useAccount()?.Roles ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {holdsOne(roles, rights.anomalies) && <RuleLinks />}
      <SightingSearch ofCase={!holdsOne(roles, rights.whereabouts)} />
    </Box>
  );
};
