import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useGetMany, useRecordSelection, useStore, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { fetchTitles } from '../../dataProvider/dictionary.ts';
import { locateList } from '../../dataProvider/locate.ts';
import type { Selection } from '../../dataProvider/useSelections.ts';
import { type ExportFormat, exportFormats } from '../../exporters/index.ts';
import { showFailure } from '../../feedback/failures.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { routeTable } from '../../routes/table.ts';
import { listColumns } from '../../schema/define.ts';
import { writeLoadedRows } from '../../screens/list/export/order.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';
import { rowPathOf, rowTitle } from '../../screens/list/rowPath.ts';

const useBasketExport = (list: string, rows: readonly RaRecord[]) => {
  const client = useQueryClient();
  const i18n = useI18n();
  const { locale, translate } = i18n;
  const listSource = locateList(list);
  const [columns] = useStore<readonly string[]>(
    `${list}.columns`,
    listSource ? listColumns(listSource.resource, listSource.split) : [],
  );
  const [busy, setBusy] = useState(false);

  const exportRows = async (format: ExportFormat) => {
    if (!listSource) return;
    const query = { ids: rows.map(({ id }) => id).join() };
    const titleOf = await fetchTitles(client, listSource.resource, columns, locale);
    const exportedList = { ...listSource, columns, i18n, query, titleOf };
    const exportFile = await writeLoadedRows(exportedList, format, rows, new AbortController().signal);
    saveFile(exportFile.name, exportFile.file);
  };
  const startExport = (format: ExportFormat) => {
    setBusy(true);
    exportRows(format)
      .catch((error: unknown) =>
        showFailure(error, translate('exports.failed', { reason: reasonOf(error, translate) })),
      )
      .finally(() => setBusy(false));
  };
  return { startExport, busy };
};

const ListGroup = ({ list, ids }: Selection) => {
  const translate = useTranslate();
  const listSource = locateList(list);
  const [, { unselect, clearSelection }] = useRecordSelection({ resource: list });
  const { data = [], isPending, isError } = useGetMany(list, { ids: [...ids] });
  // Skips selected records that were removed or moved to another list meanwhile.
  const rows = data.filter(row => row && ids.includes(row.id));
  const { startExport, busy } = useBasketExport(list, rows);
  const entry = routeTable.find(({ resource }) => resource === list);
  if (!listSource) return null;
  const { resource, split } = listSource;
  return (
    <Paper component="section" aria-busy={isPending} sx={{ mb: 2, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {entry ? translate(`routes.${entry.title}`) : list}: {ids.length}
        </Typography>
        {exportFormats.map(format => (
          <Button
            key={format}
            variant="outlined"
            disabled={busy || rows.length === 0}
            onClick={() => startExport(format)}
          >
            {translate('frame.basket.format', { format: format.toUpperCase() })}
          </Button>
        ))}
        <Button onClick={() => clearSelection()}>{translate('exports.basket.clear')}</Button>
      </Box>
      {isError && <Typography role="alert">{translate('exports.basket.failed')}</Typography>}
      {!isPending && !isError && rows.length < ids.length && (
        <Typography color="textSecondary">
          {translate('exports.basket.gone', { n: ids.length - rows.length })}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map(row => {
          const title = rowTitle(resource, row);
          const path = rowPathOf(resource, split, row);
          return (
            <Box
              component="li"
              key={row.id}
              sx={{ display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', minHeight: 40 }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {path ? (
                  <Link component={RouterLink} to={path}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={translate('exports.basket.take', { title })}
                onClick={() => unselect([row.id])}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            </Box>
          );
        })}
      </Box>
    </Paper>
  );
};

export const Basket = ({ selections }: { selections: readonly Selection[] }) => {
  const translate = useTranslate();
  if (selections.length === 0) return <Notice area="line" title={translate('exports.basket.empty')} />;
  return (
    <Box component="section">
      <Typography variant="h1">{translate('frame.basket.title')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('exports.basket.about')}
      </Typography>
      {selections.map(selection => (
        <ListGroup key={selection.list} {...selection} />
      ))}
    </Box>
  );
};
