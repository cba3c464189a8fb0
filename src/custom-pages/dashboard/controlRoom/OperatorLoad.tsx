import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ControlRoomData } from '../../../contract/calls/controlRoom.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { Bars } from './Bars.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';

/** Height of the list, pixels: eight and a half rows. The half row shows that the list can be scrolled. */
const listHeightPx = 332;

type OperatorRow = ControlRoomData['Operators'][number];

export const OperatorLoad = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.people.${key}`);
  const nameOf = ({ Id, Name }: OperatorRow) => (Id === null ? t('nobody') : (Name ?? t('gone')));
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
        <ExplainedTitle title={t('title')} about={t('about')} />
        <TableExport
          table={{
            name: 'operators-load',
            title: t('title'),
            about: '',
            columns: [
              kindColumn<OperatorRow>(t('name'), 'text', nameOf),
              numberColumn<OperatorRow>(t('open'), 0, ({ Open }) => Open.Count),
              numberColumn<OperatorRow>(t('overdue'), 0, ({ Overdue }) => Overdue.Count),
              numberColumn<OperatorRow>(t('closed'), 0, ({ ClosedToday }) => ClosedToday?.Count),
            ],
            readRows: () => controlRoom.Operators,
          }}
        />
      </Box>
      <Box sx={{ maxHeight: listHeightPx, overflow: 'auto' }} tabIndex={0} role="region" aria-label={t('title')}>
        <Table
          size="small"
          stickyHeader
          aria-label={t('title')}
          sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('name')}</TableCell>
              {['open', 'overdue', 'closed'].map(key => (
                <TableCell key={key} align="right">
                  {t(key)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {controlRoom.Operators.map(row => {
              const { Id, Open, Overdue, ClosedToday } = row;
              const name = nameOf(row);
              return (
                <TableRow key={Id}>
                  <TableCell component="th" scope="row">
                    {name}
                  </TableCell>
                  <TableCell align="right">
                    <FigureLink figure={Open} label={`${name}, ${t('open')}`} about={t('openAbout')} />
                  </TableCell>
                  <TableCell align="right">
                    <FigureLink figure={Overdue} label={`${name}, ${t('overdue')}`} about={t('overdueAbout')} />
                  </TableCell>
                  <TableCell align="right">
                    {ClosedToday && (
                      <FigureLink figure={ClosedToday} label={`${name}, ${t('closed')}`} about={t('closedAbout')} />
                    )}
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
    </>
  );
};

const outcomeColours = { notConfirmed: 'chart.minor', confirmed: 'primary.main' } as const;

const ColourLegend = ({ translate }: { translate: (key: string) => string }) => (
  <Box
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mb: 1, typography: 'caption', color: 'text.secondary' }}
  >
    {Object.entries(outcomeColours).map(([key, colour]) => (
      <Box key={key} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box aria-hidden sx={{ width: 12, height: 12, bgcolor: colour }} />
        {translate(key)}
      </Box>
    ))}
  </Box>
);

/** List of device models with the number of false alarms of their devices. */
export const DeviceModels = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.models.${key}`);
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      {controlRoom.Models.length > 0 && <ColourLegend translate={t} />}
      <Box sx={{ maxHeight: listHeightPx, overflow: 'auto' }} tabIndex={0} role="region" aria-label={t('title')}>
        {controlRoom.Models.length === 0 && t('none')}
        <Bars
          bars={controlRoom.Models.map(({ Model, NotConfirmed, Confirmed }) => {
            const name = Model ?? t('unknown');
            return {
              key: name,
              label: name,
              value: (
                <>
                  <FigureLink figure={NotConfirmed} label={`${name}, ${t('notConfirmed')}`} about={t('about')} />
                  {' / '}
                  <FigureLink figure={Confirmed} label={`${name}, ${t('confirmed')}`} about={t('about')} />
                </>
              ),
              parts: [
                [NotConfirmed.Count, outcomeColours.notConfirmed],
                [Confirmed.Count, outcomeColours.confirmed],
              ],
            };
          })}
        />
      </Box>
    </>
  );
};
