import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Reply from '@mui/icons-material/Reply';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { holdsOne, rights } from '../../contract/access.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { useFormatWhen } from '../live/useFormatWhen.ts';
import { useDelete } from './queries.ts';

/** Inline confirmation, because a dialog over the panel would hide the message. */
const DeleteConfirmation = ({ message, onClose }: { message: MessageRow; onClose: () => void }) => {
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

/** Consecutive messages of a person within this time share a heading, milliseconds. */
const togetherMs = 5 * 60_000;

const goesWith = (message: MessageRow, before: MessageRow | undefined): boolean =>
  before?.authorId === message.authorId &&
  message.replyTo === null &&
  Date.parse(message.at) - Date.parse(before.at) < togetherMs;

interface Props {
  readonly message: MessageRow;
  readonly before: MessageRow | undefined;
  readonly onAnswer: (message: MessageRow) => void;
}

export const Message = ({ message, before, onAnswer }: Props) => {
  const translate = useTranslate();
  const when = useFormatWhen();
  const me = useAccount();
  const [asking, setAsking] = useState(false);
  const isMine = message.authorId === me?.Id;
  const mayDelete = isMine || holdsOne(me?.Roles ?? [], rights.moderation);
  const together = goesWith(message, before);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        mt: together ? -1 : 0,
        // Buttons appear on hover or focus. Without a pointer they are always visible.
        '@media (hover: hover)': { '&:not(:hover):not(:focus-within) .acts': { opacity: 0 } },
      }}
    >
      {!together && (
        <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1, mb: 0.25, pr: 9 }}>
          <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            {isMine ? translate('live.chat.you') : message.authorName}
          </Typography>
          <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
            <time dateTime={message.at}>{when(message.at)}</time>
          </Typography>
        </Box>
      )}
      <Box
        sx={theme => ({
          width: 'fit-content',
          maxWidth: 1,
          // Without a pointer the buttons are always visible, so the text leaves space for them.
          '@media (hover: none)': { maxWidth: 'calc(100% - 72px)' },
          px: 1.5,
          py: 0.75,
          borderRadius: 1,
          bgcolor: isMine ? alpha(theme.palette.primary.main, 0.1) : 'action.hover',
        })}
      >
        {message.replyTo && (
          <Box sx={{ borderLeft: 2, borderColor: 'primary.main', pl: 1, mb: 0.5 }}>
            <Typography variant="caption" color="textSecondary" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {message.replyTo.authorName}: {message.replyTo.text}
            </Typography>
          </Box>
        )}
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</Typography>
      </Box>
      <Box
        className="acts"
        sx={{ position: 'absolute', right: 0, top: together ? 0 : -6, bgcolor: 'background.paper', borderRadius: 1 }}
      >
        <IconButton
          size="small"
          aria-label={translate('live.chat.reply')}
          title={translate('live.chat.reply')}
          onClick={() => onAnswer(message)}
        >
          <Reply fontSize="small" />
        </IconButton>
        {mayDelete && (
          <IconButton
            size="small"
            aria-label={translate('live.chat.delete')}
            title={translate('live.chat.delete')}
            onClick={() => setAsking(true)}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )}
      </Box>
      {asking && <DeleteConfirmation message={message} onClose={() => setAsking(false)} />}
    </Box>
  );
};
