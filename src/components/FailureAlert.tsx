import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';

interface Props {
  readonly text: string;
  readonly onRetry: () => unknown;
  readonly busy?: boolean;
}

export const FailureAlert = ({ text, onRetry, busy }: Props) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      variant="outlined"
      // Without this padding the button would not be on one line with the text.
      sx={{ overflowWrap: 'break-word', '& .MuiAlert-action': { pt: 0 } }}
      action={
        <Button
          color="inherit"
          size="small"
          disabled={busy}
          sx={{ whiteSpace: 'nowrap' }}
          onClick={() => void onRetry()}
        >
          {translate('shell.retry')}
        </Button>
      }
    >
      {text}
    </Alert>
  );
};
