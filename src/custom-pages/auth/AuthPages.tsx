import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { BrandMark } from '../../components/BrandMark.tsx';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { usePageTitle } from '../../components/pageTitle.ts';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { closeAllToasts } from '../../feedback/toasts.ts';
import { publicPageAt, type publicRoutes } from '../../routes/publicPages.ts';
import { CurvePicture } from './CurvePicture.tsx';
import { LoginPage } from './LoginPage.tsx';

/**
 * Layout of the public pages: the form on one half, a picture of the product on the other. Narrow screens show only the
 * form.
 */
const AuthFrame = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', p: { xs: 2, sm: 4 } }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
          <BrandMark />
          <Box sx={{ flex: 1, minWidth: 0, ml: 0.25 }}>
            <Typography variant="h3" component="p" sx={{ lineHeight: 1.1 }}>
              Drivedesk
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="p">
              {translate('auth.lead')}
            </Typography>
          </Box>
          <LanguageSwitch />
          <ThemeSwitch />
        </Box>
        <Box
          component="main"
          sx={theme => ({ width: 1, maxWidth: theme.frame.formWidth, m: 'auto', py: { xs: 3, sm: 4 } })}
        >
          {children}
        </Box>
      </Box>
      <CurvePicture />
    </Box>
  );
};

interface PublicPageProps {
  /** Called when the user starts to type. */
  readonly onFirstInput?: () => void;
}

/** Public pages by title. All but the sign-in page load on demand, because most visitors sign in. */
const pages: { readonly [Title in keyof typeof publicRoutes]: ComponentType<PublicPageProps> } = {
  login: LoginPage,
  register: lazyComponent('RegisterPage', () => import('./RegisterPage.tsx'), 'ways'),
  forgot: lazyComponent('ForgotPage', () => import('./ForgotPage.tsx'), 'ways'),
  reset: lazyComponent('ResetPage', () => import('./ResetPage.tsx'), 'ways'),
};
const NoSuchPage = lazyComponent('NoSuchPage', () => import('./NoSuchPage.tsx'), 'ways');

/** The public page at a path. The layout stays while the page loads. */
export const AuthPages = ({ path, onFirstInput }: { path: string } & PublicPageProps) => {
  const translate = useTranslate();
  const title = publicPageAt(path);
  usePageTitle(translate(`routes.${title ?? 'notFound'}`));
  // Closes the toasts when the public pages are left, because a user who has signed in again has read them.
  useEffect(() => closeAllToasts, []);
  const Page = title ? pages[title] : NoSuchPage;
  return (
    <AuthFrame>
      <Suspense>
        <Page onFirstInput={onFirstInput} />
      </Suspense>
    </AuthFrame>
  );
};
