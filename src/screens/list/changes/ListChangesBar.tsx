import SyncProblem from '@mui/icons-material/SyncProblem';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useListContext } from 'react-admin';
import { pluralize } from '../../../i18n/count.ts';
import { useFilters } from '../filters.ts';
import { useListView } from '../view.tsx';

interface Props {
  arrivedCount: number;
  leftCount: number;
  hasMissedEvents: boolean;
  isConnectionLost: boolean;
}

/**
 * Line about changes of the list: "1 новая авария – показать". If there is no space above the rows, the line floats
 * over them, so that no row moves under the pointer.
 */
export const ListChangesBar = ({ arrivedCount, leftCount, hasMissedEvents, isConnectionLost }: Props) => {
  const { resource, i18n } = useListView();
  const { translate } = i18n;
  const { page, setPage, refetch } = useListContext();
  const { values } = useFilters();
  // In a filtered list the text names no number, because only the server knows which new records match the filters.
  const isFiltered = Object.keys(values).length > 0;
  const formatArrived = (n: number) =>
    isFiltered
      ? translate(`live.list.some.${resource.name}`)
      : pluralize(translate, `live.list.arrived.${resource.name}`, n);
  const phrases = [
    arrivedCount > 0 && formatArrived(arrivedCount),
    leftCount > 0 && pluralize(translate, `live.list.left.${resource.name}`, leftCount),
    hasMissedEvents && arrivedCount + leftCount === 0 && translate('live.list.missed'),
  ].filter(part => part !== false);
  const showChanges = () => {
    if (page !== 1) setPage(1);
    void refetch();
  };
  return (
    <Box
      role="status"
      sx={theme => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        [theme.breakpoints.down('md')]: {
          position: 'fixed',
          insetInline: 0,
          bottom: theme.spacing(2),
          mx: 'auto',
          width: 'fit-content',
          maxWidth: '92vw',
          flexDirection: 'column',
          zIndex: 'fab',
        },
      })}
    >
      {isConnectionLost && (
        <Tooltip title={translate('live.state.lost')}>
          <Box
            // The line can be focused, because its text must be reachable by keyboard.
            tabIndex={0}
            sx={theme => ({
              ...theme.typography.body2,
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              color: 'warning.main',
              [theme.breakpoints.down('md')]: {
                px: 1.5,
                py: 0.75,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                bgcolor: 'background.paper',
              },
            })}
          >
            <SyncProblem fontSize="small" />
            {translate('live.list.lost')}
          </Box>
        </Tooltip>
      )}
      {phrases.length > 0 && (
        <Button size="small" variant="contained" onClick={showChanges} sx={{ my: -0.5 }}>
          {phrases.join(', ')} – {translate('live.list.show')}
        </Button>
      )}
    </Box>
  );
};
