import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router-dom';
import { serverNow } from '../../api/clock.ts';
import { QueryContent } from '../../components/QueryContent.tsx';
import { useCurrentMinute } from '../../components/useCurrentMinute.ts';
import type { AccidentRow } from '../../contract/shapes/accident.ts';
import { listName } from '../../dataProvider/locate.ts';
import { formatMoment, formatTime } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { accidents } from '../../resources/accidents.ts';
import { accidentPath, accidentsPath, listAddress } from '../../routes/listAddress.ts';
import { fromWallClock, useZone, wallClock } from '../../settings/zone.ts';
import { rowHeight, rowsShown } from './myWorkSize.ts';

type Row = AccidentRow & { readonly id: number };

interface Part {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Address of the list with exactly the cases that `total` counts. */
  readonly path: string;
}

const partNames = ['overdue', 'today', 'claimed'] as const;
type Parts = Readonly<Record<(typeof partNames)[number], Part>>;

/** Number of assigned cases among which the claimed ones are found: the largest page of a list. */
const assignedRows = 50;

const useMyWork = (accountId: number) => {
  const dataProvider = useDataProvider();
  const zone = useZone();
  const query = useQuery({
    queryKey: ['control-room', 'my-work', accountId, zone],
    queryFn: async ({ signal }): Promise<Parts> => {
      const readPart = async (filter: object, field: string, perPage: number): Promise<Part> => {
        const { data, total = 0 } = await dataProvider.getList<Row>(listName(accidents, 'opened'), {
          pagination: { page: 1, perPage },
          sort: { field, order: 'ASC' },
          filter,
          signal,
        });
        return { rows: data, total, path: listAddress(accidentsPath('opened'), { filter, sort: field, order: 'ASC' }) };
      };
      const now = new Date(serverNow());
      const today = wallClock(now).slice(0, 10);
      const toIso = (time: string) => fromWallClock(`${today}T${time}`).toISOString();
      const mine = { OperatorId: accountId };
      const [overdue, calls, assigned] = await Promise.all([
        readPart({ DateTimeOfNextCallTo: now.toISOString() }, 'DateTimeOfNextCall', 10),
        readPart(
          { ...mine, DateTimeOfNextCallFrom: toIso('00:00:00'), DateTimeOfNextCallTo: toIso('23:59:59') },
          'DateTimeOfNextCall',
          10,
        ),
        readPart(mine, 'QueuePlace', assignedRows),
      ]);
      const claimed = assigned.rows.filter(({ LockedBy }) => LockedBy === accountId);
      return { overdue, today: calls, claimed: { ...assigned, rows: claimed, total: claimed.length } };
    },
  });
  const { data, refetch } = query;
  const now = useCurrentMinute();
  // A planned call becomes overdue without an event.
  const dueCount =
    data?.today.rows.filter(({ DateTimeOfNextCall: at }) => at !== null && Date.parse(at) <= now).length ?? 0;
  useEffect(() => {
    if (dueCount > 0) void refetch();
  }, [dueCount, refetch]);
  return query;
};

/** A case with its planned call, or with the plate where no call is planned. `isToday`: the date of the call is clear. */
const WorkRow = ({ row, isToday }: { row: Row; isToday: boolean }) => {
  const { locale } = useI18n();
  const callAt = row.DateTimeOfNextCall && new Date(row.DateTimeOfNextCall);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between', height: rowHeight }}
    >
      <MuiLink
        component={Link}
        to={accidentPath('opened', row.Id, row.ObjectId)}
        title={row.ClientName}
        noWrap
        sx={{ minWidth: 0, lineHeight: '24px' }}
      >
        {row.ClientName || `#${row.CrashUniqueIdentifier}`}
      </MuiLink>
      <Typography
        variant="caption"
        color="textSecondary"
        noWrap
        sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}
      >
        {callAt ? (isToday ? formatTime(callAt) : formatMoment(callAt, locale)) : row.VehicleRegNumber}
      </Typography>
    </Box>
  );
};

export const MyWork = ({ accountId }: { accountId: number }) => {
  const { locale, translate } = useI18n();
  const query = useMyWork(accountId);
  return partNames.map(name => {
    const title = translate(`room.mine.${name}.title`);
    return (
      <Paper key={name} variant="outlined" component="section" aria-label={title} sx={{ px: 2, py: 1.5, minWidth: 0 }}>
        <QueryContent query={query} skeleton={<Skeleton height="100%" />} failureText="room.failed">
          {({ [name]: { rows, total, path } }) => {
            const count = new Intl.NumberFormat(locale).format(total);
            return (
              <>
                <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', height: 32 }}>
                  <Typography variant="h3" component="h2" noWrap>
                    {title}
                  </Typography>
                  {name !== 'claimed' && (
                    <MuiLink
                      component={Link}
                      to={path}
                      underline="hover"
                      variant="h2"
                      aria-label={`${title}: ${count}`}
                      sx={{
                        color: name === 'overdue' && total > 0 ? 'error.main' : 'text.primary',
                        minWidth: 24,
                        textAlign: 'right',
                        fontVariantNumeric: 'tabular-nums',
                      }}
                    >
                      {count}
                    </MuiLink>
                  )}
                </Box>
                {rows.length === 0 ? (
                  <Typography color="textSecondary">{translate(`room.mine.${name}.none`)}</Typography>
                ) : (
                  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                    {rows.slice(0, rowsShown).map(row => (
                      <WorkRow key={row.id} row={row} isToday={name === 'today'} />
                    ))}
                  </Box>
                )}
              </>
            );
          }}
        </QueryContent>
      </Paper>
    );
  });
};
