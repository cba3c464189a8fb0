import { useTranslate } from 'ra-core';
import { RedAlert } from './RedAlert.tsx';
import { isWordless, refusalText } from './refusal.ts';

/** The status of a response that no toast shows, because its body could not be read; nothing for any other failure. */
export const Wordless = ({ error }: { readonly error: unknown }) => {
  const translate = useTranslate();
  return isWordless(error) ? <RedAlert>{refusalText(error, translate)}</RedAlert> : null;
};
