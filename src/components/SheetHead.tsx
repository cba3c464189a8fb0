import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

interface Props {
  readonly titleId: string;
  readonly title: string;
  readonly onClose: () => void;
}

export const SheetHead = ({ titleId, title, onClose }: Props) => {
  const close = useTranslate()('frame.close');
  return (
    <Box
      sx={theme => ({
        flex: 'none',
        minHeight: theme.frame.headerHeight,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        pl: 2,
        pr: 1,
        borderBottom: 1,
        borderColor: 'divider',
      })}
    >
      <Typography id={titleId} variant="h2">
        {title}
      </Typography>
      <IconButton onClick={onClose} aria-label={close} title={close}>
        <Close />
      </IconButton>
    </Box>
  );
};
