import FormatListNumberedIcon from '@mui/icons-material/FormatListNumbered';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useContext } from 'react';
import { useTranslate } from 'react-admin';
import { QueueContext, useNewCaseCount } from './queueState.ts';

export const QueueButton = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const { isOpen, toggle } = useContext(QueueContext);
  const arrivedCount = useNewCaseCount(accidentId);
  const newCount = isOpen ? 0 : arrivedCount;
  const announcement = newCount > 0 && translate('accident.queue.newCases', { smart_count: newCount });
  const label = announcement || translate('accident.queue.title');
  return (
    <>
      <IconButton
        data-key="queue"
        size="small"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={toggle}
        sx={{ flex: 'none', ml: -0.75, mr: -1 }}
      >
        {/* A zero would be a text that the name of the button lacks. */}
        <Badge badgeContent={newCount || null} color="error">
          <FormatListNumberedIcon fontSize="small" />
        </Badge>
      </IconButton>
      <Box role="status" sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' }}>
        {announcement}
      </Box>
    </>
  );
};
