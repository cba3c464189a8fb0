import CloseIcon from '@mui/icons-material/Close';
import StraightenIcon from '@mui/icons-material/Straighten';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { CarFromAbove } from '../../../components/car/CarFromAbove.tsx';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { formatNumber } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import {
  assessmentLines,
  deviceLines,
  directionText,
  doubtTexts,
  type Figure,
  figuresOf,
  hasCurve,
  severityBoundsText,
  severityKey,
  severityScaleOf,
  shownDirectionDeg,
} from '../../../resources/accidents/impact.ts';
import { reporterText } from '../../../resources/accidents/reporter.ts';
import { accidentPath } from '../../../routes/listAddress.ts';
import { FactLines } from './FactLines.tsx';

// The plotting library and the call belong to measurements that somebody opens.
const ReconstructionPanel = lazyComponent('ReconstructionPanel', () => import('./ReconstructionPanel.tsx'));

/**
 * End and ticks of the scale by unit: the range of usual sensors, and twice the bound of a severe impact. All accidents
 * have the same scale, so that two of them can be compared by eye.
 */
const scales = { g: { end: 16, tickStep: 4 }, kmh: { end: 40, tickStep: 10 } } as const;

/** Delta-v of the impact, or its peak acceleration, on a scale with the severity thresholds. */
const SeverityScale = ({ facts }: { facts: CrashFacts }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { unit, value, minorFrom, majorFrom } = severityScaleOf(facts);
  const { end, tickStep } = scales[unit];
  const scalePercent = (shown: number) => `${Math.min(100, Math.max(0, (shown / end) * 100))}%`;
  const bands = [
    { key: 'mini', from: 0, to: minorFrom },
    { key: 'minor', from: minorFrom, to: majorFrom },
    { key: 'major', from: majorFrom, to: end },
  ] as const;
  const ticks = Array.from({ length: end / tickStep + 1 }, (_, i) => i * tickStep);
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75 }}>
        <Typography variant="h4" component="h2">
          {translate('accident.facts.class')}
        </Typography>
        {facts.Severity ? (
          <SeverityBadge severity={facts.Severity}>{translate(severityKey(facts))}</SeverityBadge>
        ) : (
          <Typography variant="body2" color="text.secondary">
            {translate(severityKey(facts))}
          </Typography>
        )}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', display: 'flex', height: 8, my: 0.5 }}>
        {bands.map(({ key, from, to }) => (
          <Box
            key={key}
            sx={{
              width: scalePercent(to - from),
              bgcolor: `severity.${key}`,
              borderRight: 2,
              borderColor: 'background.paper',
            }}
          />
        ))}
        {value !== null && (
          <Box
            sx={{
              position: 'absolute',
              left: scalePercent(value),
              top: -4,
              bottom: -4,
              width: 3,
              ml: '-1.5px',
              bgcolor: 'text.primary',
              outline: 2,
              outlineColor: 'background.paper',
            }}
          />
        )}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', height: 18, typography: 'caption', color: 'text.secondary' }}>
        {ticks.map(tick => (
          <Box
            key={tick}
            component="span"
            sx={{
              position: 'absolute',
              left: scalePercent(tick),
              transform: tick === 0 ? 'none' : `translateX(${tick === end ? '-100%' : '-50%'})`,
              fontVariantNumeric: 'tabular-nums',
              whiteSpace: 'nowrap',
            }}
          >
            {tick === end ? `${tick} ${translate(`accident.units.${unit}`)}` : tick}
          </Box>
        ))}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {severityBoundsText(facts, translate, locale)}
        {value !== null &&
          value > end &&
          ` ${translate(`accident.facts.beyondScale.${unit}`, { value: formatNumber(value, 1, locale) })}`}
      </Typography>
    </Box>
  );
};

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2 }}>
    {texts.map(text => (
      <li key={text}>{text}</li>
    ))}
  </Box>
);

export const FactWarnings = ({ facts }: { facts: CrashFacts }) => {
  const { faulty, heading, doubts, shake, recorded } = doubtTexts(facts, useTranslate(), useLanguage());
  return (
    <>
      {heading && (
        <Alert severity={faulty ? 'error' : 'warning'} variant="outlined">
          <AlertTitle>{heading}</AlertTitle>
          <Sentences texts={doubts} />
        </Alert>
      )}
      {shake && (
        <Alert severity="info" variant="outlined">
          {shake}
        </Alert>
      )}
      <Typography variant="caption" color="text.secondary">
        {recorded}
      </Typography>
    </>
  );
};

/** Notice that this accident seems to repeat another accident, with a link to the other accident. */
const RepeatedAccidentNotice = ({ id, objectId }: { id: number; objectId: string }) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button component={Link} to={accidentPath('opened', id, objectId)} size="small">
          {translate('accident.facts.openOther', { id })}
        </Button>
      }
    >
      {translate('accident.facts.sameAs', { id })}
    </Alert>
  );
};

/** Quality of the acceleration measurement: sampling rate, sensor range, clipping, filter, directions of the axes. */
const DeviceFacts = ({ facts, source }: { facts: CrashFacts; source: string }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box>
      <Typography variant="h4" component="h2" sx={{ mb: 0.5 }}>
        {translate('accident.device.title')}
      </Typography>
      <FactLines lines={deviceLines(facts, source, translate, locale)} />
    </Box>
  );
};

/** Probability of a crash with its reasons, uncertainty of the figures, and injury risk. */
export const CrashAssessment = ({ facts }: { facts: CrashFacts }) => {
  const lines = assessmentLines(facts, useTranslate(), useLanguage());
  return lines.length > 0 && <FactLines lines={lines} />;
};

const FigureText = ({ figure: { label, value, unit } }: { figure: Figure }) => (
  <Box>
    <Typography variant="caption" component="dt" color="text.secondary">
      {label}
    </Typography>
    <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
      {value ?? '—'}{' '}
      {value !== undefined && (
        <Typography component="span" variant="caption" color="text.secondary">
          {unit}
        </Typography>
      )}
    </Typography>
  </Box>
);

const Figures = ({ facts }: { facts: CrashFacts }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, alignContent: 'start' }}>
    {figuresOf(facts, useTranslate(), useLanguage()).map(figure => (
      <FigureText key={figure.name} figure={figure} />
    ))}
  </Box>
);

/** Style that lays out two columns side by side if there is enough width, otherwise one below the other. */
const columnsStyle = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 620px)': { gridTemplateColumns: '1fr 1fr', columnGap: 3, alignItems: 'start' },
} as const;
const columnStyle = { display: 'grid', gap: 1.5, minWidth: 0 } as const;

const ImpactFacts = ({ facts }: { facts: CrashFacts }) => {
  const direction = directionText(facts, useTranslate());
  return (
    <Box sx={columnStyle}>
      <SeverityScale facts={facts} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 128px', gap: 1.5 }}>
        <Figures facts={facts} />
        <Box component="figure" sx={{ m: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}>
          <Box sx={{ height: 176 }}>
            <CarFromAbove directionDeg={shownDirectionDeg(facts)} severity={facts.Severity} label={direction} />
          </Box>
          <Typography component="figcaption" variant="caption" sx={{ textAlign: 'center' }}>
            {direction}
          </Typography>
        </Box>
      </Box>
      <FactWarnings facts={facts} />
    </Box>
  );
};

const NoCurveNotice = ({ accident: { Facts: facts, Source: source } }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box sx={columnStyle}>
      <Alert severity="info" variant="outlined">
        {translate(source === 'device' ? 'accident.facts.noCurve' : 'accident.facts.reported', {
          source: reporterText(source, locale),
        })}
      </Alert>
      {facts.SpeedBeforeKmh !== null && <Figures facts={facts} />}
    </Box>
  );
};

/** Measured and derived facts of an accident, with the limitations of the measurement. */
export const AccidentFacts = ({ accident }: { accident: AccidentDetail }) => {
  const { Facts: facts, Source: source } = accident;
  return (
    <Box sx={columnStyle}>
      {facts.SameAs !== null && <RepeatedAccidentNotice id={facts.SameAs} objectId={accident.ObjectId} />}
      <Box sx={hasCurve(facts) || source === 'device' ? columnsStyle : undefined}>
        {hasCurve(facts) ? <ImpactFacts facts={facts} /> : <NoCurveNotice accident={accident} />}
        <Box sx={columnStyle}>
          <CrashAssessment facts={facts} />
          {source === 'device' && <DeviceFacts facts={facts} source={source} />}
        </Box>
      </Box>
      {source === 'device' && (
        <LazyBoundary waiting={<Skeleton variant="rectangular" sx={{ height: 350 }} />}>
          <ReconstructionPanel accident={accident} />
        </LazyBoundary>
      )}
    </Box>
  );
};

export const FactsDrawer = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const titleId = useId();
  return (
    <>
      <Button size="small" startIcon={<StraightenIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {translate('accident.facts.measurements')}
      </Button>
      <Drawer
        anchor="left"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 'min(760px, 100vw)' } } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 1.5, pt: 1 }}>
          <Typography id={titleId} variant="h2" sx={{ flexGrow: 1 }}>
            {translate('accident.facts.measurements')}
          </Typography>
          <IconButton aria-label={translate('frame.close')} onClick={() => setOpen(false)}>
            <CloseIcon />
          </IconButton>
        </Box>
        <Box sx={{ p: 1.5, containerType: 'inline-size' }}>
          <AccidentFacts accident={accident} />
        </Box>
      </Drawer>
    </>
  );
};
