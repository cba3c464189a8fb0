import CloudOff from '@mui/icons-material/CloudOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { ApiError, OfflineError } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { refusalText } from '../../feedback/refusal.ts';
import { useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** The query is too expensive. Retrying would not help. */
const TooCostly = ({ text }: { text: string }) => {
  const { i18n } = useListView();
  const { reset } = useFilters();
  return (
    <Notice
      place="body"
      role="alert"
      icon={SearchOff}
      title={i18n.translate('lists.failed.costly')}
      text={text}
      action={
        <Button variant="outlined" onClick={reset}>
          {i18n.translate('lists.filters.reset')}
        </Button>
      }
    />
  );
};

/** Shows a failure, with the server's text if there is one. */
export const FailedState = ({ error }: { error: unknown }) => {
  const { i18n } = useListView();
  const { refetch, isFetching } = useListContext();
  const { translate } = i18n;
  const answer = error instanceof ApiError ? error.answer : undefined;
  if (answer?.Code === 'TOO_COSTLY') return <TooCostly text={answer.Message} />;
  const fallback = translate(error instanceof OfflineError ? 'lists.failed.offline' : 'lists.failed.unknown');
  return (
    <Notice
      place="body"
      role="alert"
      icon={CloudOff}
      title={translate('lists.failed.title')}
      text={refusalText(error, translate) ?? fallback}
      detail={answer?.TraceId ? translate('lists.failed.trace', { id: answer.TraceId }) : undefined}
      action={
        <Button variant="outlined" disabled={isFetching} onClick={() => refetch()}>
          {translate('lists.failed.retry')}
        </Button>
      }
    />
  );
};
