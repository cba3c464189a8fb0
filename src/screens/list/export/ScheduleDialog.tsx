import { useListContext } from 'react-admin';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { useListView } from '../view.tsx';
import { toExportRequest } from './order.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

export const ScheduleDialog = ({ onClose }: { onClose: () => void }) => {
  const { resource, split, columns, i18n, fixedParams, chosenView } = useListView();
  const { sort, filterValues } = useListContext();
  const listTitle = resource.label[i18n.locale].title;
  const query = tableQuery(resource, { sort, filter: { ...filterValues, ...fixedParams } });
  return (
    <ScheduleForm
      title={i18n.translate('exports.schedule.title', { list: listTitle })}
      about={i18n.translate('exports.schedule.about')}
      initialName={chosenView?.Name ?? listTitle}
      resource={resource.name}
      create={(plan, format) =>
        api('POST /api/v3/schedules')({
          body: { ...toExportRequest({ resource, split, columns, i18n, query }, format), ...plan },
          key: newIdempotencyKey(),
        })
      }
      onClose={onClose}
    />
  );
};
