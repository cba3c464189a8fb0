import ContentCopy from '@mui/icons-material/ContentCopy';
import ExpandMore from '@mui/icons-material/ExpandMore';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { readToken } from '../../api/token.ts';
import { copyText } from '../../components/clipboard.ts';
import { usePersistedSwitch } from '../../components/persistedSwitch.ts';
import { showToast } from '../../feedback/toasts.ts';

/** The mask that hides the API key has a constant length, because it must not reveal the length of the key. */
const mask = '•'.repeat(24);

/** Shows the token of the session as an API key. The key is masked until the user reveals it. */
export const KeySection = () => {
  const translate = useTranslate();
  const { frame } = useTheme();
  const [open, setOpen] = usePersistedSwitch('keySection', false);
  const [isRevealed, setIsRevealed] = useState(false);
  const id = useId();
  const token = readToken() ?? '';

  const copy = async () => {
    const copied = await copyText(token);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(`user.key.${copied ? 'copied' : 'notCopied'}`),
    });
    // If copying fails, the API key is shown, so that the user can select and copy it.
    if (!copied) setIsRevealed(true);
  };
  const toggleLabel = translate(isRevealed ? 'user.key.hide' : 'user.key.show');
  const copyLabel = translate('user.key.copy');
  return (
    <Box>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ width: 1, px: 2, py: 1, justifyContent: 'space-between', typography: 'body2' }}
      >
        {translate('user.key.title')}
        <ExpandMore fontSize="small" sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Collapse in={open} timeout={frame.collapseMs} unmountOnExit>
        <Box id={id} sx={{ px: 2, pb: 1.5 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Box
              component="code"
              data-key-text
              sx={{ flex: 1, minWidth: 0, typography: 'caption', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
            >
              {isRevealed ? token : mask}
            </Box>
            <Tooltip title={toggleLabel}>
              <IconButton
                size="small"
                aria-label={toggleLabel}
                aria-pressed={isRevealed}
                onClick={() => setIsRevealed(!isRevealed)}
              >
                {isRevealed ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
              </IconButton>
            </Tooltip>
            <Tooltip title={copyLabel}>
              <IconButton size="small" aria-label={copyLabel} onClick={() => void copy()}>
                <ContentCopy fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
          <Typography variant="caption" color="textSecondary" component="p">
            {translate('user.key.about')}
          </Typography>
        </Box>
      </Collapse>
    </Box>
  );
};
