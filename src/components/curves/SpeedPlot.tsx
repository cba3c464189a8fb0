import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useClockOrigin } from '../clock/ClockContext.tsx';
import type { Span } from '../clock/clock.ts';
import { Plot } from './Plot.tsx';
import { curveDashes, useCurveColours } from './plotOptions.ts';

const minRange = [0, 20] as const;
const noLevels = [] as const;

interface Props {
  readonly times: readonly number[];
  readonly speeds: readonly number[];
  readonly height: string;
  /**
   * True draws one point for each fix, without a line. With one fix per second, a line would suggest a slow change of
   * speed during an impact of 0.1 s.
   */
  readonly points?: boolean;
  /** Time range of the plot. Absent: the range that the clock shows. */
  readonly span?: Span;
}

export const SpeedPlot = ({ points = false, ...props }: Props) => {
  const translate = useTranslate();
  const colours = useCurveColours();
  const origin = useClockOrigin();
  const series = useMemo(
    () => [
      {
        key: 'Speed',
        label: translate('accident.curves.Speed'),
        colour: colours.Speed,
        dash: curveDashes.Speed,
        isShown: true,
        width: 2,
        points,
      },
    ],
    [translate, colours, points],
  );
  const values = useMemo(() => [props.speeds], [props.speeds]);
  return (
    <Plot
      times={props.times}
      values={values}
      height={props.height}
      span={props.span}
      series={series}
      levels={noLevels}
      minRange={minRange}
      xTitle={translate(`accident.curves.time.${origin}`)}
      yTitle={translate('accident.curves.speed')}
      label={translate('accident.curves.speedLabel')}
    />
  );
};
