import LocationOffOutlinedIcon from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, type LngLat, pointsOf, type Track, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { formatNumber, formatSpan } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { formatPlace } from '../formats.ts';
import { useLease } from '../lock/LeaseContext.tsx';
import { PanelLoaded } from '../Panel.tsx';
import { useMe, useTrackAround } from '../queries.ts';

/** Largest time between the report and a fix that still tells where the car was at that moment, s. */
const sameMomentS = 60;

/** Returns the index of the fix that is nearest to the reported moment. The track has at least one fix. */
const nearestFix = ({ times }: Track): number =>
  times.reduce((best, time, index) => (Math.abs(time) < Math.abs(times[best]!) ? index : best), 0);

/** Says where the car was at the reported moment, and how far from it in time the nearest fix is. */
const Whereabouts = ({ track }: { track: Track }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const nearest = nearestFix(track);
  const seconds = track.times[nearest]!;
  const kmh = track.speeds[nearest] ?? null;
  const speed = kmh === null ? '' : `, ${formatNumber(kmh, 0, locale)} ${translate('accident.units.kmh')}`;
  const key = Math.abs(seconds) <= sameMomentS ? 'present' : seconds < 0 ? 'earlier' : 'later';
  return (
    <Typography variant="caption" component="p" sx={{ m: 0, px: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
      {translate(`accident.map.report.${key}`, { span: formatSpan(Math.abs(seconds), locale) }) + speed}
    </Typography>
  );
};

/** Map of an accident that a person reported: the named place, and where the car was at that time. */
export const ReportedMap = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { data: me } = useMe();
  const { hasLease } = useLease();
  const mayRead = hasLease || (me !== undefined && hasAnyRole(me.Roles, rights.scoring));
  const whereabouts = useTrackAround(accident, mayRead);
  const { Latitude: latitude, Longitude: longitude } = accident;
  const place = useMemo<LngLat | null>(
    () => (latitude === null || longitude === null ? null : [longitude, latitude]),
    [latitude, longitude],
  );
  const track = useMemo(() => trackOf((mayRead && whereabouts.data) || []), [mayRead, whereabouts.data]);
  const headings = useMemo(() => headingsOf(pointsOf(track)), [track]);
  const hasTrack = track.times.length > 0;
  const content =
    hasTrack || place ? (
      <TrackMap
        track={track}
        headings={headings}
        impact={place}
        severity={null}
        colourBySpeed
        legend={
          hasTrack ? (
            <Whereabouts track={track} />
          ) : (
            <Typography variant="caption" component="p" sx={{ m: 0, px: 1, py: 0.5 }}>
              {translate(mayRead ? 'accident.map.report.unknown' : 'accident.map.report.takeFirst')}
            </Typography>
          )
        }
      />
    ) : (
      <Box sx={{ height: 1, display: 'grid', alignContent: 'center' }}>
        <Notice
          icon={LocationOffOutlinedIcon}
          title={formatPlace(accident) || translate('accident.map.none')}
          text={translate(mayRead ? 'accident.map.report.unknown' : 'accident.map.report.takeFirst')}
        />
      </Box>
    );
  if (!mayRead) return content;
  return (
    <PanelLoaded query={whereabouts} skeleton={<Skeleton variant="rectangular" height="100%" />}>
      {() => content}
    </PanelLoaded>
  );
};
