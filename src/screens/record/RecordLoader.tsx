import CloudOff from '@mui/icons-material/CloudOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { refusalText } from '../../feedback/refusal.ts';
import type { Resource } from '../../schema/define.ts';
import { listPath } from '../list/rowPath.ts';

/** Query options that suppress react-admin's redirect after a failure, because the page itself shows the failure. */
export const withoutErrorRedirect = { onError: () => undefined } as const;

interface Props {
  readonly resource: Resource;
  /** Context of react-admin's `Show` or `Edit`. */
  readonly context: {
    readonly record?: RaRecord;
    readonly error?: unknown;
    readonly isFetching?: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (record: RaRecord) => ReactNode;
}

/**
 * Renders the record once it is loaded, and a skeleton before. After a failure, or if the record was removed, it shows
 * a message.
 */
export const RecordLoader = ({ resource, context: { record, error, isFetching, refetch }, children }: Props) => {
  const translate = useTranslate();
  const isMissing = error instanceof ApiError && error.status === 404;
  if (record && !isMissing) return children(record);
  if (!error) return <PageSkeleton />;
  if (isMissing)
    return (
      <Notice
        area="page"
        role="alert"
        icon={SearchOff}
        title={translate('lists.record.missing')}
        text={translate('lists.record.missingHelp')}
        action={
          <Button component={Link} to={listPath(resource)} variant="contained">
            {translate(`resources.${resource.name}.title`)}
          </Button>
        }
      />
    );
  return (
    <Notice
      area="page"
      role="alert"
      icon={CloudOff}
      title={translate('lists.record.failed')}
      text={refusalText(error, translate) ?? translate('lists.failed.unknown')}
      action={
        <Button variant="outlined" disabled={isFetching} onClick={() => void refetch()}>
          {translate('shell.retry')}
        </Button>
      }
    />
  );
};
