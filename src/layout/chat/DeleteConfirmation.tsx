import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { useDelete } from './queries.ts';

/** Inline confirmation, because a dialog over the panel would hide the message. */
export const DeleteConfirmation = ({ message, onClose }: { message: MessageRow; onClose: () => void }) => {
  const translate = useTranslate();
  const remove = useDelete(message.accidentId);
  return (
    <Box
      role="alertdialog"
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        // Keeps the panel open.
        event.stopPropagation();
        onClose();
      }}
      aria-label={translate('live.chat.deleteAsk')}
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('live.chat.deleteAsk')}
      </Typography>
      <Button
        size="small"
        color="error"
        autoFocus
        loading={remove.isPending}
        onClick={() => remove.mutate(message.id, { onSuccess: onClose })}
      >
        {translate('live.chat.deleteYes')}
      </Button>
      <Button size="small" onClick={onClose}>
        {translate('live.chat.deleteNo')}
      </Button>
    </Box>
  );
};
