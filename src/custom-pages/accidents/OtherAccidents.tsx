import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import { formatMoment } from '../../fields/format.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { impactFigureText } from '../../resources/accidents/impact.ts';
import { accidentPath } from '../../routes/listAddress.ts';
import { useOtherAccidents, useRelatedCases } from './queries.ts';

/** Maximum number of other accidents that the page shows. Further accidents are only counted. */
const maxShownAccidents = 3;

/**
 * Other accidents of the same voucher. The operator sees them before the phone call, because the client will mention
 * them.
 */
export const OtherAccidents = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { data } = useOtherAccidents(accident.Id);
  const related = useRelatedCases(accident.Id).data ?? [];
  if (!data) return null;
  // Cases that are perhaps the same event stand above.
  const others = data.Items.filter(({ Id }) => !related.some(each => each.Id === Id));
  const total = data.Total - (data.Items.length - others.length);
  if (total === 0) return null;
  const shownAccidents = others.slice(0, maxShownAccidents);
  return (
    <Alert severity="info" variant="outlined" sx={{ py: 0 }}>
      {translate('accident.earlier.title', { smart_count: total })}:{' '}
      {shownAccidents.map(
        ({ Id, ObjectId, Status, CrashDateTime, DeltaVKmh, MaximumAcceleration, Severity }, index) => (
          <Box key={Id} component="span">
            {index > 0 && '; '}
            <MuiLink component={Link} to={accidentPath(Status, Id, ObjectId)}>
              {formatMoment(new Date(CrashDateTime), locale)}
            </MuiLink>
            {[
              '',
              impactFigureText(DeltaVKmh, MaximumAcceleration, translate, locale),
              Severity ? translate(`accident.severity.${Severity}`) : '',
              translate(`accident.buckets.${Status}`).toLocaleLowerCase(locale),
            ]
              .filter((text, position) => position === 0 || text)
              .join(', ')}
          </Box>
        ),
      )}
      {total > shownAccidents.length &&
        `; ${translate('accident.earlier.more', { count: total - shownAccidents.length })}`}
    </Alert>
  );
};
