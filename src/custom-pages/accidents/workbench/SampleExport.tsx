import { valueAt } from '../../../components/clock/interpolate.ts';
import { speedAt } from '../../../components/curves/SampleTable.tsx';
import { accelerationSeries } from '../../../components/curves/series.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves } from '../../../contract/shapes/telemetry.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';

interface Props {
  readonly accident: AccidentDetail;
  readonly curves: CrashCurves;
  /** Times of the samples, seconds from the impact. */
  readonly times: readonly number[];
}

export const SampleExport = ({ accident, curves, times }: Props) => {
  const { translate, locale } = useI18n();
  return (
    <TableExport
      table={{
        name: `accident-${accident.Id}-samples`,
        title: translate('accident.curves.title'),
        about: [`#${accident.Id}`, accident.VehicleRegNumber, formatMoment(new Date(accident.CrashDateTime), locale)]
          .filter(Boolean)
          .join(' · '),
        columns: [
          numberColumn<number>(translate('accident.curves.time.impact'), 3, time => time),
          numberColumn<number>(translate('accident.curves.speed'), 0, time => speedAt(curves, time)),
          ...accelerationSeries.map(key =>
            numberColumn<number>(`${translate(`accident.curves.${key}`)}, ${translate('accident.units.g')}`, 2, time =>
              valueAt(curves.Time, curves[key], time),
            ),
          ),
        ],
        readRows: () => times,
      }}
    />
  );
};
