import { useTranslate } from 'react-admin';
import { RedAlert } from './RedAlert.tsx';
import { isWordless, refusalText } from './refusal.ts';

/**
 * Shows the status of a response without a readable body, because no toast shows it. Shows nothing for other failures.
 */
export const Wordless = ({ error }: { readonly error: unknown }) => {
  const translate = useTranslate();
  return isWordless(error) ? <RedAlert>{refusalText(error, translate)}</RedAlert> : null;
};
