import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { focusClientState } from '../../components/useNextCase.ts';
import { hasAnyRole, rights } from '../../contract/access.ts';
import type { AccidentDetail, RelatedAccident } from '../../contract/shapes/accident.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatMoment, formatSpan } from '../../fields/format.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { impactFigureText } from '../../resources/accidents/impact.ts';
import { accidentPath } from '../../routes/listAddress.ts';
import { useOfferUndo } from './finish/useOfferUndo.ts';
import type { MoveProps } from './header/MoveActions.tsx';
import { useLease, useReportWriteFailure, useTakeLease } from './lock/LeaseContext.tsx';
import { isLeasedByOther } from './lock/LockState.tsx';
import { useInterview } from './processing/InterviewContext.tsx';
import { type AccidentRecord, mergeCase, useAfterWrite, useMe, useRelatedCases } from './queries.ts';

const CaseLink = ({ related, children }: { related: RelatedAccident; children: ReactNode }) => (
  <MuiLink component={Link} to={accidentPath(related.Status, related.Id, related.ObjectId)}>
    {children}
  </MuiLink>
);

/** Text about a case: who reported it, its delta-v or peak, and its class. */
const useCaseText = () => {
  const translate = useTranslate();
  const locale = useLanguage();
  return ({ Source, DeltaVKmh, MaximumAcceleration, Severity }: RelatedAccident): string =>
    [
      translate(Source === 'device' ? 'accident.related.byDevice' : 'accident.related.byPerson'),
      impactFigureText(DeltaVKmh, MaximumAcceleration, translate, locale),
      Severity ? translate(`accident.severity.${Severity}`) : '',
    ]
      .filter(Boolean)
      .join(', ');
};

/** Heading of a part of a duplicate on the page of the kept case, with a link to the duplicate. */
export const DuplicateHeading = ({ duplicate }: { duplicate: RelatedAccident }) => (
  <Typography variant="caption" component="h3" sx={{ mt: 1 }}>
    <CaseLink related={duplicate}>
      {useTranslate()('accident.related.from', { id: duplicate.CrashUniqueIdentifier })}
    </CaseLink>
  </Typography>
);

/**
 * Returns a function that closes the case as a duplicate of another one and opens that one. It claims the case and saves
 * the typed answers before.
 */
export const useMerge = (accident: AccidentDetail, onMoved: MoveProps['onMoved']) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { keeper } = useLease();
  const takeLease = useTakeLease();
  const { unsaved, save } = useInterview();
  const afterWrite = useAfterWrite(accident.Id);
  const reportWriteFailure = useReportWriteFailure();
  const offerUndo = useOfferUndo(accident, onMoved);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const merge = async (kept: RelatedAccident) => {
    setBusy(true);
    setError(undefined);
    try {
      // Saved answers create a new version of the case.
      if (!(await takeLease()) || (unsaved && !(await save()))) return;
      const record = await mergeCase(accident.Id, kept, afterWrite.readRecord(accident)?.Version ?? accident.Version);
      keeper.onEnded();
      // The kept case opens before the page of this case learns that it was closed, and would follow it.
      await navigate(accidentPath(kept.Status, kept.Id, kept.ObjectId), { state: focusClientState });
      afterWrite.storeRecord(record);
      offerUndo(translate('accident.related.done', { id: kept.CrashUniqueIdentifier }), { offersNext: true });
    } catch (cause) {
      setError(cause);
      reportWriteFailure(cause);
      afterWrite.refetchAll();
    } finally {
      setBusy(false);
    }
  };
  return { merge, busy, error };
};

/** A case that is perhaps the same event: its number, distance in time, figures and section, and a button. */
const Candidate = ({
  accident,
  related,
  lead,
  children,
}: {
  accident: AccidentDetail;
  related: RelatedAccident;
  lead: ReactNode;
  children: ReactNode;
}) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const caseText = useCaseText();
  const { CrashUniqueIdentifier: id, CrashDateTime, Status } = related;
  const offsetS = (Date.parse(CrashDateTime) - Date.parse(accident.CrashDateTime)) / 1000;
  const span = formatSpan(Math.abs(offsetS), locale);
  const when = Math.abs(offsetS) < 60 ? 'together' : offsetS < 0 ? 'before' : 'after';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Box component="span" sx={{ flex: '1 1 240px' }}>
        {lead} <CaseLink related={related}>{translate('accident.title', { id }).toLocaleLowerCase(locale)}</CaseLink>
        {`, ${[translate(`accident.related.${when}`, { span }), caseText(related), translate(`accident.buckets.${Status}`).toLocaleLowerCase(locale)].join(', ')}`}
      </Box>
      {children}
    </Box>
  );
};

interface CaseChoiceProps {
  readonly accident: AccidentDetail;
  readonly related: RelatedAccident;
  readonly busy: boolean;
  readonly onChoose: () => void;
}

/** A found case in a list, with its client and car, and a button that closes the open case as its duplicate. */
export const CaseChoice = ({ accident, related, busy, onChoose }: CaseChoiceProps) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { ClientName, VehicleRegNumber, CrashDateTime } = related;
  const who = [formatMoment(new Date(CrashDateTime), locale), ClientName, VehicleRegNumber].filter(Boolean).join(', ');
  return (
    <Box component="li" sx={{ listStyle: 'none', py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
      <Candidate {...{ accident, related }} lead={`${who}:`}>
        <Button size="small" variant="outlined" disabled={busy} onClick={onChoose}>
          {translate('accident.related.merge', { id: related.CrashUniqueIdentifier })}
        </Button>
      </Candidate>
    </Box>
  );
};

const Candidates = ({
  accident,
  onMoved,
  candidates,
}: MoveProps & { readonly candidates: readonly RelatedAccident[] }) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const { merge, busy, error } = useMerge(accident, onMoved);
  return (
    <Alert severity="info" variant="outlined" sx={{ py: 0, '& .MuiAlert-message': { flexGrow: 1 } }}>
      {candidates.map((related, index) => (
        <Candidate key={related.Id} {...{ accident, related }} lead={translate('accident.related.perhaps')}>
          {!isLeasedByOther(lease) && (
            <Button
              data-key={index === 0 ? 'merge' : undefined}
              size="small"
              variant="outlined"
              disabled={busy}
              onClick={() => void merge(related)}
            >
              {translate('accident.related.merge', { id: related.CrashUniqueIdentifier })}
            </Button>
          )}
        </Candidate>
      ))}
      <UnreadableResponse error={error} />
    </Alert>
  );
};

/** Tells of which case this one is a duplicate, and who may separate the two. */
const DuplicateNotice = ({ keptId }: { keptId: number }) => {
  const translate = useTranslate();
  const { data: me } = useMe();
  const { data: kept } = useGetOne<AccidentRecord>('accidents', { id: keptId });
  return (
    <Alert severity="info" variant="outlined" sx={{ py: 0 }}>
      {translate('accident.related.duplicateOf', { id: keptId })}{' '}
      {me && translate(`accident.related.${hasAnyRole(me.Roles, rights.separation) ? 'separate' : 'managerSeparates'}`)}{' '}
      {kept && (
        <MuiLink component={Link} to={accidentPath(kept.Status, kept.Id, kept.ObjectId)}>
          {translate('accident.facts.openOther', { id: keptId })}
        </MuiLink>
      )}
    </Alert>
  );
};

/** Cases of the same event: the kept case of a duplicate, duplicates of this case, and cases that are perhaps the same. */
export const RelatedCases = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const caseText = useCaseText();
  const related = useRelatedCases(accident.Id).data ?? [];
  const duplicates = related.filter(({ DuplicateOf }) => DuplicateOf !== null);
  const candidates = accident.Status === 'opened' ? related.filter(({ DuplicateOf }) => DuplicateOf === null) : [];
  return (
    <>
      {accident.DuplicateOf !== null && <DuplicateNotice keptId={accident.DuplicateOf} />}
      {duplicates.length > 0 && (
        <Alert severity="info" variant="outlined" sx={{ py: 0 }}>
          {translate('accident.related.duplicates', { smart_count: duplicates.length })}{' '}
          {duplicates.map((duplicate, index) => (
            <span key={duplicate.Id}>
              {index > 0 && '; '}
              <CaseLink related={duplicate}>#{duplicate.CrashUniqueIdentifier}</CaseLink>
              {`, ${formatMoment(new Date(duplicate.CrashDateTime), locale)}, ${caseText(duplicate)}`}
            </span>
          ))}
        </Alert>
      )}
      {candidates.length > 0 && <Candidates {...{ accident, onMoved, candidates }} />}
    </>
  );
};
