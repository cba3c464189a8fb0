import NavigateNext from '@mui/icons-material/NavigateNext';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useAccount } from '../../authProvider/account.ts';
import { pageActionsSlot } from '../../components/PageActions.tsx';
import { config } from '../../config.ts';
import { useTitleWords } from '../../dataProvider/useTitleWords.ts';
import { breadcrumbsOf } from '../../routes/breadcrumbs.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { Toolbar } from './Toolbar.tsx';

/** Breadcrumbs on the left, what can be done on the page on the right. */
export const SubHeader = () => {
  const translate = useTranslate();
  const words = useTitleWords(useAccount()?.Roles);
  const crumbs = breadcrumbsOf(usePublicPath());
  return (
    <Box
      sx={theme => ({
        minHeight: theme.frame.subheader,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        px: { xs: 2, lg: 3 },
        borderTop: 1,
        borderColor: 'divider',
      })}
    >
      <Breadcrumbs
        aria-label={translate('shell.breadcrumbs')}
        separator={<NavigateNext fontSize="small" />}
        // Where they do not all fit, each gives way to what may be done here.
        sx={{
          minWidth: 0,
          overflow: 'hidden',
          '& .MuiBreadcrumbs-ol': { flexWrap: 'nowrap' },
          '& .MuiBreadcrumbs-li': { minWidth: 0 },
          // On a phone the page and what it belongs to: more of them would be a letter or two each.
          '& li:not(:nth-last-of-type(-n + 3))': { display: { xs: 'none', sm: 'flex' } },
          '& li:last-of-type:not(:first-of-type)': { maxWidth: { xs: '55%', sm: 'none' } },
          '& .MuiBreadcrumbs-li:not(:last-of-type)': { flexShrink: { xs: 1, lg: 0 } },
          '& .MuiBreadcrumbs-li > *': { display: 'block' },
        }}
      >
        {crumbs.map(({ path, title, params }, index) =>
          index === crumbs.length - 1 ? (
            <Typography key={path} aria-current="page" noWrap>
              {translate(`routes.${title}`, { ...params, ...words })}
            </Typography>
          ) : (
            <MuiLink key={path} component={Link} to={path} color="textSecondary" noWrap>
              {translate(`routes.${title}`, { ...params, ...words })}
            </MuiLink>
          ),
        )}
      </Breadcrumbs>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexShrink: 0 }}>
        <Box ref={pageActionsSlot} sx={{ display: 'flex', alignItems: 'center', gap: 1 }} />
        {config.layout.toolbar && <Toolbar />}
      </Box>
    </Box>
  );
};
