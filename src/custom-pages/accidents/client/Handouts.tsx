import ContentCopy from '@mui/icons-material/ContentCopy';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { copyText } from '../../../components/clipboard.ts';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ClientSheet, Handout, HandoutCreated } from '../../../contract/shapes/clientSheet.ts';
import { showFailure } from '../../../feedback/failures.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { SectionPaper } from '../../../screens/record/Sections.tsx';
import { downloadHandout, makeHandout, type Subject, useHandouts, withdrawHandout } from './queries.ts';

const maxCases = 5;

interface NamedSubject {
  readonly label: string;
  readonly body: Subject;
}

const useSubjects = ({ Scores, Accidents }: ClientSheet): readonly NamedSubject[] => {
  const { translate } = useI18n();
  return [
    ...(Scores ?? [])
      .filter(({ Score }) => Score !== null)
      .map(({ VoucherId, VehicleRegNumber, VoucherNumber }) => ({
        label: translate('client.handouts.score', { car: VehicleRegNumber || VoucherNumber }),
        body: { VoucherId },
      })),
    ...Accidents.Items.slice(0, maxCases).map(({ Id, CrashUniqueIdentifier }) => ({
      label: translate('client.handouts.case', { id: CrashUniqueIdentifier }),
      body: { AccidentId: Id },
    })),
  ];
};

/** The link of a new page. It is shown once, because only its hash is stored. */
const NewLink = ({ made: { Url, ExpiresAt } }: { made: HandoutCreated }) => {
  const { translate, locale } = useI18n();
  const copy = async () => {
    const copied = await copyText(Url);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(copied ? 'client.handouts.copied' : 'client.handouts.notCopied'),
    });
  };
  return (
    <Alert severity="success" variant="outlined" sx={{ mt: 1, '& .MuiAlert-message': { minWidth: 0 } }}>
      {translate('client.handouts.made', { until: formatMoment(new Date(ExpiresAt), locale) })}
      <MuiLink href={Url} target="_blank" rel="noreferrer" sx={{ display: 'block', py: 0.5, overflowWrap: 'anywhere' }}>
        {Url}
      </MuiLink>
      <Button size="small" variant="outlined" startIcon={<ContentCopy />} onClick={() => void copy()}>
        {translate('client.handouts.copy')}
      </Button>
    </Alert>
  );
};

interface EntryProps {
  readonly handout: Handout;
  readonly subject: string;
  readonly busy: boolean;
  readonly onPdf: () => void;
  readonly onWithdraw: () => void;
}

const HandoutEntry = ({ handout, subject, busy, onPdf, onWithdraw }: EntryProps) => {
  const { translate, locale } = useI18n();
  const { AuthorName, CreatedAt, ExpiresAt, WithdrawnAt, OpenedCount, LastOpenedAt, Note } = handout;
  const moment = (at: string) => formatMoment(new Date(at), locale);
  const hasExpired = Date.parse(ExpiresAt) <= Date.now();
  const state = WithdrawnAt
    ? translate('client.handouts.withdrawn', { when: moment(WithdrawnAt) })
    : translate(hasExpired ? 'client.handouts.expired' : 'client.handouts.until', { when: moment(ExpiresAt) });
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      <Typography>{subject}</Typography>
      <Typography variant="body2" color="textSecondary">
        {[
          `${moment(CreatedAt)}, ${AuthorName}`,
          state,
          LastOpenedAt
            ? translate('client.handouts.opened', { smart_count: OpenedCount, when: moment(LastOpenedAt) })
            : translate('client.handouts.unopened'),
        ].join(' · ')}
      </Typography>
      {Note && <Typography sx={{ whiteSpace: 'pre-line', mt: 0.5 }}>{Note}</Typography>}
      {!WithdrawnAt && !hasExpired && (
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button size="small" startIcon={<PictureAsPdfOutlined />} disabled={busy} onClick={onPdf}>
            {translate('client.handouts.pdf')}
          </Button>
          <Button size="small" color="error" disabled={busy} onClick={onWithdraw}>
            {translate('client.handouts.withdraw')}
          </Button>
        </Box>
      )}
    </Box>
  );
};

export const Handouts = ({ sheet }: { sheet: ClientSheet }) => {
  const { translate, locale } = useI18n();
  const { Id: id } = sheet;
  const { query, refetchHandouts } = useHandouts(id);
  const subjects = useSubjects(sheet);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [made, setMade] = useState<HandoutCreated>();
  const [withdrawn, setWithdrawn] = useState<Handout>();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    work()
      .catch((cause: unknown) => showFailure(cause, reasonOf(cause, translate)))
      .then(refetchHandouts)
      .finally(() => setBusy(false));
  };
  const make = ({ body }: NamedSubject) => {
    setAnchor(null);
    run(async () => setMade(await makeHandout(id, body)));
  };
  const withdraw = (handoutId: number) =>
    run(async () => {
      await withdrawHandout(id, handoutId);
      if (made?.Id === handoutId) setMade(undefined);
    });
  const subjectOf = ({ VoucherId, AccidentId, CreatedAt }: Handout): string =>
    subjects.find(({ body }) => ('VoucherId' in body ? body.VoucherId === VoucherId : body.AccidentId === AccidentId))
      ?.label ?? translate('client.handouts.other', { when: formatMoment(new Date(CreatedAt), locale) });
  return (
    <SectionPaper title={translate('client.handouts.title')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('client.handouts.help')}
      </Typography>
      <Button
        variant="outlined"
        size="small"
        loading={busy}
        disabled={subjects.length === 0}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('client.handouts.make')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {subjects.map(subject => (
          <MenuItem key={subject.label} onClick={() => make(subject)}>
            {subject.label}
          </MenuItem>
        ))}
      </Menu>
      {made && <NewLink made={made} />}
      <QueryContent query={query} skeleton={<Skeleton height={40} />} failureText="client.handouts.failed">
        {items => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {items.map(handout => (
              <HandoutEntry
                key={handout.Id}
                handout={handout}
                subject={subjectOf(handout)}
                busy={busy}
                onPdf={() => run(() => downloadHandout(id, handout.Id))}
                onWithdraw={() => setWithdrawn(handout)}
              />
            ))}
          </Box>
        )}
      </QueryContent>
      <ConfirmDialog
        open={withdrawn !== undefined}
        title={translate('client.handouts.withdrawTitle')}
        text={translate('client.handouts.withdrawText')}
        confirmLabel={translate('client.handouts.withdraw')}
        onClose={() => setWithdrawn(undefined)}
        onConfirm={() => withdrawn && withdraw(withdrawn.Id)}
      />
    </SectionPaper>
  );
};
