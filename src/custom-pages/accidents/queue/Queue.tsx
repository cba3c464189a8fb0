import CloseIcon from '@mui/icons-material/Close';
import LockIcon from '@mui/icons-material/Lock';
import StarIcon from '@mui/icons-material/Star';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useCurrentMinute } from '../../../components/useCurrentMinute.ts';
import { focusClientState } from '../../../components/useNextCase.ts';
import type { AccidentRow } from '../../../contract/shapes/accident.ts';
import { isFinalStatus } from '../../../contract/workStatuses.ts';
import { formatMoment, formatSpan } from '../../../fields/format.ts';
import { isSeverity, SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { ValueText } from '../../../fields/ValueText.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { useListChanges } from '../../../live/store.ts';
import { accidents } from '../../../resources/accidents.ts';
import { accidentPath } from '../../../routes/listAddress.ts';
import { minuteMs } from '../../../schema/kinds/time.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useMe } from '../queries.ts';
import { queueList } from './queueState.ts';

type QueueRow = AccidentRow & { readonly id: number; readonly gone?: boolean };

const maxRows = 50;

const owners = ['mine', 'team', 'nobody'] as const;
type Owner = (typeof owners)[number];
const storageKey = 'case-queue-owner';

const filterOf = (owner: Owner, accountId: number | undefined): object =>
  owner === 'mine' ? { OperatorId: accountId } : owner === 'nobody' ? { OperatorIdEmpty: true } : {};

/** The rows of the queue. While `isHeld`, they are not fetched again, so that no row moves under the pointer. */
const useQueueRows = (owner: Owner, isHeld: boolean) => {
  const { data: me } = useMe();
  const { arrivedIds, leftIds, hasMissedEvents } = useListChanges(queueList);
  const rows = useGetList<QueueRow>(
    queueList,
    {
      sort: { field: 'QueuePlace', order: 'ASC' },
      pagination: { page: 1, perPage: maxRows },
      filter: filterOf(owner, me?.Id),
    },
    { enabled: me !== undefined, placeholderData: keepPreviousData },
  );
  const { data = [], refetch } = rows;
  const now = useCurrentMinute();
  // A planned call becomes due without an event. A minute later the server has moved its case up.
  const dueCount = data.filter(
    ({ DateTimeOfNextCall: callAt }) => callAt !== null && Date.parse(callAt) + minuteMs <= now,
  ).length;
  const changeCount = arrivedIds.size + leftIds.size + Number(hasMissedEvents) + dueCount;
  useEffect(() => {
    if (changeCount > 0 && !isHeld) void refetch();
  }, [changeCount, isHeld, refetch]);
  return { rows, arrivedCount: arrivedIds.size };
};

/** When the case must be worked on: the planned call, or the first call against its target. */
const DueText = ({ row }: { row: QueueRow }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const now = useCurrentMinute();
  const { DateTimeOfNextCall: callAt, FirstCallBy: target, WaitingSince } = row;
  const spanMs = (ms: number) => formatSpan(Math.max(0, ms) / 1000, locale);
  const waited = spanMs(now - Date.parse(WaitingSince));
  const dueAt = callAt ?? target;
  const isLate = dueAt !== null && Date.parse(dueAt) <= now;
  const text = () => {
    if (isFinalStatus(row.StatusOfRoadAccidentID)) return null;
    if (callAt !== null)
      return isLate
        ? translate('accident.queue.callLate', { when: formatMoment(new Date(callAt), locale) })
        : translate('accident.queue.callAt', { when: formatMoment(new Date(callAt), locale) });
    return target === null
      ? translate('accident.header.waiting', { span: waited })
      : translate('accident.queue.waiting', { waited, target: spanMs(Date.parse(target) - Date.parse(WaitingSince)) });
  };
  return (
    <Typography
      variant="caption"
      component="span"
      noWrap
      sx={{ flex: 'none', color: isLate ? 'error.main' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      {text() ?? <ValueText resource={accidents} name="StatusOfRoadAccidentID" value={row.StatusOfRoadAccidentID} />}
    </Typography>
  );
};

const QueueItem = ({ row, isCurrent, onOpened }: { row: QueueRow; isCurrent: boolean; onOpened?: () => void }) => {
  const translate = useTranslate();
  const { Severity, LockedByName } = row;
  return (
    <Box component="li" sx={{ listStyle: 'none', borderBottom: 1, borderColor: 'divider' }}>
      <ButtonBase
        component={Link}
        to={accidentPath('opened', row.Id, row.ObjectId)}
        state={focusClientState}
        onClick={onOpened}
        aria-current={isCurrent ? 'page' : undefined}
        sx={{
          width: 1,
          // The mark of the current case takes 3 px of the margin, so that rows begin under the title.
          pl: theme => `calc(${theme.spacing(1.5)} - 3px)`,
          pr: 1.5,
          py: 0.75,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          // The two lines of a row divide its width each for itself, so that a long name overlaps nothing.
          '& > .queue-line': { width: 1, minWidth: 0, display: 'flex', justifyContent: 'space-between', columnGap: 1 },
          textAlign: 'start',
          textDecoration: row.gone ? 'line-through' : 'none',
          color: 'text.primary',
          borderLeft: 3,
          borderColor: isCurrent ? 'primary.main' : 'transparent',
          bgcolor: isCurrent ? 'action.selected' : undefined,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box component="span" className="queue-line">
          <Typography
            variant="body2"
            component="span"
            noWrap
            title={row.ClientName}
            sx={{ minWidth: 0, fontWeight: 'fontWeightMedium' }}
          >
            {row.Vip && (
              <StarIcon titleAccess={translate('accident.header.vip')} sx={{ fontSize: 14, mr: 0.5, mb: '-2px' }} />
            )}
            {row.ClientName || `#${row.CrashUniqueIdentifier}`}
          </Typography>
          <Typography variant="caption" component="span" noWrap sx={{ flex: 'none', maxWidth: '60%' }}>
            {row.Kind !== 'crash' ? (
              <ValueText resource={accidents} name="Kind" value={row.Kind} />
            ) : Severity && isSeverity(Severity) ? (
              <SeverityBadge severity={Severity}>{translate(`accident.severity.${Severity}`)}</SeverityBadge>
            ) : (
              <ValueText resource={accidents} name="Verdict" value={row.Verdict} />
            )}
          </Typography>
        </Box>
        <Box component="span" className="queue-line">
          <DueText row={row} />
          <Typography
            variant="caption"
            component="span"
            color="text.secondary"
            noWrap
            title={LockedByName ?? undefined}
            sx={{ minWidth: 0, maxWidth: 112 }}
          >
            {LockedByName ? (
              <>
                <LockIcon aria-hidden sx={{ fontSize: 12, mr: 0.5, mb: '-1px' }} />
                {LockedByName}
              </>
            ) : (
              row.VehicleRegNumber
            )}
          </Typography>
        </Box>
      </ButtonBase>
    </Box>
  );
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]') !== null;

/** Keys J and K move the focus through the rows. They are identified by their position on the keyboard. */
const useRowKeys = (list: React.RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { KeyJ: 1, KeyK: -1 }[event.code];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
      const focused = links.indexOf(document.activeElement as HTMLElement);
      const current = links.findIndex(link => link.getAttribute('aria-current') === 'page');
      const start = focused >= 0 ? focused : current;
      const target = links[Math.min(links.length - 1, Math.max(0, start + step))];
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [list]);
};

interface Props {
  readonly accidentId: number;
  /** Height of the panel as a CSS length. */
  readonly height: string;
  readonly onClose: () => void;
  readonly onOpened: (() => void) | undefined;
}

const OwnerTabs = ({ owner, onChange }: { owner: Owner; onChange: (owner: Owner) => void }) => {
  const translate = useTranslate();
  return (
    <Tabs
      value={owner}
      onChange={(_, next: Owner) => onChange(next)}
      variant="fullWidth"
      aria-label={translate('accident.queue.owners.label')}
      sx={{ minHeight: 34, borderBottom: 1, borderColor: 'divider' }}
    >
      {owners.map(each => (
        <Tab
          key={each}
          value={each}
          label={translate(`accident.queue.owners.${each}`)}
          sx={{ minHeight: 34, minWidth: 0, py: 0 }}
        />
      ))}
    </Tabs>
  );
};

interface CountLineProps {
  readonly total: number | undefined;
  /** Number of new cases that are not among the rows yet. */
  readonly arrivedCount: number;
  readonly onRefresh: () => void;
}

/** Line with the number of cases. The line is always there, so that the rows stay where they are when a case arrives. */
const CountLine = ({ total, arrivedCount, onRefresh }: CountLineProps) => {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      sx={{
        height: 40,
        flex: 'none',
        px: 1.5,
        display: 'flex',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {arrivedCount > 0 ? (
        <Button size="small" onClick={onRefresh} sx={{ ml: -1, py: 0 }}>
          {translate('accident.queue.arrived', { smart_count: arrivedCount })}
        </Button>
      ) : (
        <Typography variant="caption" color="text.secondary">
          {total === undefined ? '\u00a0' : translate('accident.queue.total', { smart_count: total })}
        </Typography>
      )}
    </Box>
  );
};

/** The queue of new cases in the order in which they are worked. J and K move through it, Enter opens a case. */
export const Queue = ({ accidentId, height, onClose, onOpened }: Props) => {
  const translate = useTranslate();
  const [owner, setOwner] = useState<Owner>(
    () => owners.find(each => each === localStorage.getItem(storageKey)) ?? 'team',
  );
  const [isPointed, setIsPointed] = useState(false);
  const { rows, arrivedCount } = useQueueRows(owner, isPointed);
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  // The panel gets the focus, so that Escape closes it.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const changeOwner = (next: Owner) => {
    localStorage.setItem(storageKey, next);
    setOwner(next);
  };
  return (
    <Box
      ref={panel}
      component="aside"
      tabIndex={-1}
      aria-label={translate('accident.queue.title')}
      onKeyDown={({ key }: React.KeyboardEvent) => key === 'Escape' && onClose()}
      sx={{
        height,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
        outline: 0,
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pl: 1.5, pr: 0.5, minHeight: 44 }}
      >
        <Typography variant="h4" component="h2">
          {translate('accident.queue.title')}
        </Typography>
        <IconButton size="small" aria-label={translate('accident.queue.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <OwnerTabs owner={owner} onChange={changeOwner} />
      <CountLine total={rows.total} arrivedCount={isPointed ? arrivedCount : 0} onRefresh={() => void rows.refetch()} />
      <Box
        component="ul"
        ref={list}
        onPointerEnter={() => setIsPointed(true)}
        onPointerLeave={() => setIsPointed(false)}
        sx={{ m: 0, p: 0, flex: 1, minHeight: 0, overflowY: 'auto' }}
      >
        <PanelLoaded query={rows} skeleton={<SkeletonRows count={8} height={52} />}>
          {data =>
            data.length === 0 ? (
              <Typography component="li" variant="body2" color="text.secondary" sx={{ p: 1.5, listStyle: 'none' }}>
                {translate(`accident.queue.empty.${owner}`)}
              </Typography>
            ) : (
              data.map(row => (
                <QueueItem key={row.id} row={row} isCurrent={row.id === accidentId} {...(onOpened && { onOpened })} />
              ))
            )
          }
        </PanelLoaded>
      </Box>
    </Box>
  );
};
