import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { copyText } from '../../../components/clipboard.ts';

/** Button that copies typed text that can no longer be saved. */
export const CopyButton = ({ getText }: { getText: () => string }) => {
  const translate = useTranslate();
  const [copied, setCopied] = useState(false);
  return (
    <Button onClick={() => void copyText(getText()).then(() => setCopied(true))} aria-live="polite">
      {translate(copied ? 'accident.notes.copied' : 'accident.notes.copy')}
    </Button>
  );
};
