import Box from '@mui/material/Box';
import { styled, ThemeProvider } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { BrandMark } from '../../components/BrandMark.tsx';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { usePageTitle } from '../../components/pageTitle.ts';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { closeAllToasts } from '../../feedback/toasts.ts';
import { publicPageAt, type publicRoutes } from '../../routes/publicPages.ts';
import { themes } from '../../theme/theme.ts';
import { LoginPage } from './LoginPage.tsx';

/**
 * Curve of a drawn impact: quiet driving, the impact, and the oscillation after the impact. The geometry is always the
 * same.
 */
const width = 720;

const gaussian = (x: number, centre: number, spread: number) => Math.exp(-(((x - centre) / spread) ** 2));
const roadNoise = (x: number, phase: number) => 3 * Math.sin(x / 9 + phase) + 2 * Math.sin(x / 4.3 + phase * 2);
const oscillation = (x: number, centre: number) =>
  x < centre ? 0 : Math.exp(-(x - centre) / 42) * Math.sin((x - centre) / 7);

const toSvgPath = (yAt: (x: number) => number): string => {
  const points: string[] = [];
  for (let x = 0; x <= width; x += 2) points.push(`${x} ${yAt(x).toFixed(1)}`);
  return `M${points.join('L')}`;
};

const curve = {
  width,
  height: 300,
  impactX: 420,
  longitudinal: toSvgPath(x => 150 + roadNoise(x, 0) - 118 * gaussian(x, 420, 9) + 46 * oscillation(x, 430)),
  lateral: toSvgPath(x => 150 + roadNoise(x, 2) * 0.8 + 62 * gaussian(x, 427, 12) - 30 * oscillation(x, 438)),
  vertical: toSvgPath(x => 150 + roadNoise(x, 4) * 1.3 - 26 * gaussian(x, 416, 7) + 18 * oscillation(x, 422)),
} as const;

const features = ['accidents', 'scoring', 'vouchers'] as const;
const axes = ['vertical', 'lateral', 'longitudinal'] as const;
const gridLines = [30, 90, 150, 210, 270];

const Graph = styled('svg')(({ theme }) => ({
  width: '100%',
  '& path': { fill: 'none', strokeWidth: 1.75, strokeLinejoin: 'round' },
  '& line': { stroke: theme.palette.divider },
  '& .impact': { stroke: theme.palette.severity.major, strokeDasharray: '4 4' },
  '& .longitudinal': { stroke: theme.palette.axes.longitudinal },
  '& .lateral': { stroke: theme.palette.axes.lateral },
  '& .vertical': { stroke: theme.palette.axes.vertical },
}));

/** Dark half of the sign-in page: the curve of an impact, drawn like the curves on the page of an accident. */
const CurvePicture = () => {
  const translate = useTranslate();
  return (
    <ThemeProvider theme={themes.dark}>
      <Box
        component="aside"
        sx={{
          display: { xs: 'none', lg: 'flex' },
          flexDirection: 'column',
          justifyContent: 'center',
          gap: 6,
          p: 8,
          bgcolor: 'background.default',
          color: 'text.primary',
          borderLeft: 1,
          borderColor: 'divider',
        }}
      >
        <Graph viewBox={`0 0 ${curve.width} ${curve.height}`} aria-hidden>
          {gridLines.map(y => (
            <line key={y} x1="0" x2={curve.width} y1={y} y2={y} />
          ))}
          <line className="impact" x1={curve.impactX} x2={curve.impactX} y1="0" y2={curve.height} />
          {axes.map(axis => (
            <path key={axis} className={axis} d={curve[axis]} />
          ))}
        </Graph>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 4 }}>
          {features.map(feature => (
            <div key={feature}>
              <Typography component="dt" variant="subtitle1">
                {translate(`auth.about.${feature}`)}
              </Typography>
              <Typography component="dd" color="textSecondary" sx={{ m: 0 }}>
                {translate(`auth.about.${feature}Text`)}
              </Typography>
            </div>
          ))}
        </Box>
      </Box>
    </ThemeProvider>
  );
};

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
