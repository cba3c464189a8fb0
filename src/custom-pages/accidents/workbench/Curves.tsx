import ShowChartIcon from '@mui/icons-material/ShowChart';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { type AccelerationSeries, curveState } from '../../../components/curves/series.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves } from '../../../contract/shapes/telemetry.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { heights } from './heights.ts';

// The plotting library is loaded only if there is data to draw.
const AccelerationPlot = lazyComponent(
  'AccelerationPlot',
  () => import('../../../components/curves/AccelerationPlot.tsx'),
);
const SpeedPlot = lazyComponent('SpeedPlot', () => import('../../../components/curves/SpeedPlot.tsx'));

const wait = (height: string) => <Skeleton variant="rectangular" sx={{ height }} />;

interface Props {
  readonly accident: AccidentDetail;
  readonly curves: CrashCurves;
  readonly hidden: readonly AccelerationSeries[];
}

const Acceleration = ({ accident, curves, hidden }: Props) => {
  const translate = useTranslate();
  const state = curveState(curves);
  if (state === 'curve')
    return (
      <LazyBoundary waiting={wait(heights.acceleration)}>
        <AccelerationPlot
          curves={curves}
          facts={accident.Facts}
          hidden={hidden}
          timeAxis={curves.SpeedTime.length === 0}
          height={heights.acceleration}
        />
      </LazyBoundary>
    );
  if (state === 'single') return <Alert severity="info">{translate('accident.curves.single')}</Alert>;
  return (
    <Notice
      icon={ShowChartIcon}
      title={translate('accident.curves.none')}
      text={translate(accident.Source === 'device' ? 'accident.curves.noneHelp' : 'accident.curves.noDevice')}
    />
  );
};

/** Acceleration and speed curves over a common time axis. */
export const Curves = (props: Props) => {
  const { SpeedTime, Speed } = props.curves;
  return (
    <>
      <Acceleration {...props} />
      {SpeedTime.length > 0 && (
        <LazyBoundary waiting={wait(heights.speed)}>
          <SpeedPlot times={SpeedTime} speeds={Speed} height={heights.speed} points />
        </LazyBoundary>
      )}
    </>
  );
};
