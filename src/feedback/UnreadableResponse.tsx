import { useTranslate } from 'react-admin';
import { RedAlert } from './RedAlert.tsx';
import { isUnreadable, refusalText } from './refusal.ts';

/**
 * Shows the HTTP status of a response without a readable body, because no toast shows it. Shows nothing for other
 * failures.
 */
export const UnreadableResponse = ({ error }: { readonly error: unknown }) => {
  const translate = useTranslate();
  return isUnreadable(error) ? <RedAlert>{refusalText(error, translate)}</RedAlert> : null;
};
