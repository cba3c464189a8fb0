import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Notice } from '../../../components/Notice.tsx';
import type { DictionaryName } from '../../../contract/dictionaries.ts';
import type { RelatedAccident } from '../../../contract/shapes/accident.ts';
import type { LoggedCall } from '../../../contract/shapes/loggedCall.ts';
import { useTitles } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useCalls, useDuplicates } from '../queries.ts';
import { DuplicateHeading } from '../RelatedCases.tsx';

const useTitleLookup = (dictionary: DictionaryName) => {
  const titles = useTitles(dictionary);
  return (id: number | null): string => (id === null ? '' : (titles.find(({ Id }) => Id === String(id))?.Title ?? '…'));
};

const CallEntry = ({ call }: { call: LoggedCall }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const resultTitle = useTitleLookup('callResults');
  const reasonTitle = useTitleLookup('callReasons');
  const personTitle = useTitleLookup('contactPersonStatuses');
  const details = [reasonTitle(call.ReasonId), personTitle(call.ContactPersonStatusId)].filter(Boolean).join(' · ');
  const nextCallAt = call.DateTimeOfNextCall;
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: 1, borderColor: 'divider', listStyle: 'none' }}>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ m: 0 }}>
        <time dateTime={call.At}>{formatMoment(new Date(call.At), locale)}</time> · {call.AuthorName}
      </Typography>
      <Typography variant="body2">
        {resultTitle(call.ResultId)}
        {details && ` · ${details}`}
        {nextCallAt && ` · ${translate('accident.calls.again', { when: formatMoment(new Date(nextCallAt), locale) })}`}
      </Typography>
      {call.Comment && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {call.Comment}
        </Typography>
      )}
    </Box>
  );
};

/** Number of phone calls shown at first. It is small, because the interview stands below the list of phone calls. */
const initialCallCount = 3;

const DuplicateCalls = ({ duplicate }: { duplicate: RelatedAccident }) => {
  const { data = [] } = useCalls(duplicate.Id);
  if (data.length === 0) return null;
  return (
    <>
      <DuplicateHeading duplicate={duplicate} />
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {[...data].reverse().map(call => (
          <CallEntry key={call.Id} call={call} />
        ))}
      </Box>
    </>
  );
};

/** Phone calls made to the client, newest first, and those of duplicates below. */
export const CallLog = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const calls = useCalls(accidentId);
  const duplicates = useDuplicates(accidentId);
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <PanelLoaded query={calls} skeleton={<SkeletonRows count={1} height={40} />}>
        {list =>
          list.length === 0 ? (
            <Notice area="line" title={translate('accident.calls.none')} />
          ) : (
            <>
              <Box component="ul" sx={{ m: 0, p: 0 }}>
                {[...list]
                  .reverse()
                  .slice(0, showsAll ? undefined : initialCallCount)
                  .map(call => (
                    <CallEntry key={call.Id} call={call} />
                  ))}
              </Box>
              {!showsAll && list.length > initialCallCount && (
                <Button size="small" onClick={() => setShowsAll(true)}>
                  {translate('accident.calls.all', { n: list.length })}
                </Button>
              )}
            </>
          )
        }
      </PanelLoaded>
      {duplicates.map(duplicate => (
        <DuplicateCalls key={duplicate.Id} duplicate={duplicate} />
      ))}
    </>
  );
};
