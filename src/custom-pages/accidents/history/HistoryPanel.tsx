import HistoryIcon from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { ValueChange } from '../../../components/audit/ValueChange.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { DictionaryName } from '../../../contract/dictionaries.ts';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { titleIn } from '../../../dataProvider/dictionary.ts';
import { useTitles } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { ValueText } from '../../../fields/ValueText.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { historyDictionaries, historyText } from '../../../resources/accidents/history.ts';
import { accidents } from '../../../resources/accidents.ts';
import { fieldByWireName } from '../../../schema/wire.ts';
import { currentZone } from '../../../settings/zone.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { interviewFields } from '../processing/interview.ts';
import { useHistory } from '../queries.ts';

const useValueText = () => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (field: string, value: unknown): string =>
    historyText(field, value, { locale, zone: currentZone(), say: translate });
};

const EntryTitle = ({ dictionary, id }: { dictionary: DictionaryName; id: unknown }) =>
  titleIn(useTitles(dictionary), String(id)) ?? '…';

const FieldChange = ({ change: { field, before, after } }: { change: AuditRow['changes'][number] }) => {
  const translate = useTranslate();
  const valueText = useValueText();
  const isInterviewField = interviewFields.includes(fieldByWireName(accidents, field)?.[0] ?? '');
  const dictionary = historyDictionaries[field];
  const renderValue = (value: unknown) =>
    dictionary ? (
      <EntryTitle dictionary={dictionary} id={value} />
    ) : isInterviewField ? (
      <ValueText resource={accidents} name={field} value={value} />
    ) : (
      valueText(field, value)
    );
  return (
    <Typography variant="body2" component="li" sx={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {translate(`accident.fields.${field}`, { _: field })}:{' '}
      </Box>
      <ValueChange {...{ before, after, renderValue }} />
    </Typography>
  );
};

// Hides the account id of the lease's owner if the same change also has the owner's name.
const visibleChanges = ({ changes }: AuditRow) =>
  changes.some(({ field }) => field === 'LockedByName') ? changes.filter(({ field }) => field !== 'LockedBy') : changes;

const HistoryEntry = ({ row }: { row: AuditRow }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  return (
    <Box
      component="li"
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', listStyle: 'none', '&:first-of-type': { border: 0 } }}
    >
      <Typography variant="caption" color="text.secondary" component="p" sx={{ m: 0 }}>
        <time dateTime={row.at}>{formatMoment(new Date(row.at), locale)}</time> ·{' '}
        {row.actorName || translate('accident.history.system')}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
        {translate(`accident.history.actions.${row.action}`, { _: row.action })}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {visibleChanges(row).map(change => (
          <FieldChange key={change.field} change={change} />
        ))}
      </Box>
      {row.reason && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {translate('accident.history.reason', { reason: row.reason })}
        </Typography>
      )}
    </Box>
  );
};

export const HistoryPanel = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const history = useHistory(accidentId);
  return (
    <PanelLoaded query={history} skeleton={<SkeletonRows count={5} height={48} />}>
      {rows =>
        rows.length === 0 ? (
          <Notice
            icon={HistoryIcon}
            title={translate('accident.history.empty')}
            text={translate('accident.history.emptyHelp')}
          />
        ) : (
          <Box component="ol" sx={{ m: 0, p: 0 }}>
            {rows.map(row => (
              <HistoryEntry key={row.id} row={row} />
            ))}
          </Box>
        )
      }
    </PanelLoaded>
  );
};
