import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Button from '@mui/material/Button';
import { useListContext } from 'ra-core';
import { ApiError, OfflineError } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { useListView } from './view.tsx';

/** The server's own words where it sent some. */
export const FailedState = ({ error }: { error: unknown }) => {
  const { words } = useListView();
  const { refetch, isFetching } = useListContext();
  const { translate } = words;
  const answer = error instanceof ApiError ? error.answer : undefined;
  const own = translate(error instanceof OfflineError ? 'lists.failed.offline' : 'lists.failed.unknown');
  return (
    <Notice
      place="body"
      role="alert"
      icon={CloudOff}
      title={translate('lists.failed.title')}
      text={answer?.Message || own}
      detail={answer?.TraceId ? translate('lists.failed.trace', { id: answer.TraceId }) : undefined}
      action={
        <Button variant="outlined" disabled={isFetching} onClick={() => refetch()}>
          {translate('lists.failed.retry')}
        </Button>
      }
    />
  );
};
