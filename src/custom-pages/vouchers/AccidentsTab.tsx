import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { VoucherAccident } from '../../contract/shapes/voucher.ts';
import { kinds } from '../../fields/registry.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { accidents } from '../../resources/accidents.ts';
import { recordPath } from '../../schema/addresses.ts';
import type { Field } from '../../schema/fields.ts';
import { headerLabel } from '../../schema/texts.ts';
import { fieldColumn, kindColumn } from '../../screens/export/columns.ts';
import { TableExport } from '../../screens/export/TableExport.tsx';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { useAccidents } from './useVoucherPart.ts';

const columns = ['CrashDateTime', 'MaximumAcceleration', 'Severity', 'Status', 'VehicleRegNumber'] as const;

/** Draws a value of an accident in the same way as the list of accidents. */
const AccidentValue = ({ row, name }: { row: VoucherAccident; name: (typeof columns)[number] }) => {
  const field: Field = accidents.fields[name];
  const { Cell } = kinds[field.kind];
  return <Cell {...{ row: { ...row }, name, field, resource: accidents }} />;
};

const AccidentRows = ({ rows }: { rows: readonly VoucherAccident[] }) => {
  const i18n = useI18n();
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{i18n.translate('voucher.accidents.column')}</TableCell>
            {columns.map(name => (
              <TableCell key={name}>{headerLabel(accidents, name, i18n)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(row => (
            <TableRow key={row.Id}>
              <TableCell>
                <MuiLink component={Link} to={recordPath(accidents, { ...row }, row.Status) ?? ''}>
                  {row.Id}
                </MuiLink>
              </TableCell>
              {columns.map(name => (
                <TableCell key={name}>
                  <AccidentValue row={row} name={name} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

export const AccidentsTab = ({ record }: { record: RaRecord }) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const { data, isError, isFetching, refetch } = useAccidents(Number(record.id));
  if (isError) return <FailureAlert text={translate('voucher.failed')} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton variant="rounded" height={240} />;
  return (
    <SectionPaper
      title={translate('voucher.accidents.title', { count: data.Total })}
      tools={
        data.Items.length > 0 && (
          <TableExport
            table={{
              name: `voucher-${record.id}-accidents`,
              title: i18n.translate('resources.accidents.title'),
              about: [record.VoucherNumber, record.ClientName, record.VehicleRegNumber].filter(Boolean).join(' · '),
              columns: [
                kindColumn<VoucherAccident>(translate('voucher.accidents.column'), 'text', ({ Id }) => `#${Id}`),
                ...columns.map(name =>
                  fieldColumn<VoucherAccident>(headerLabel(accidents, name, i18n), accidents, name),
                ),
              ],
              readRows: () => data.Items,
            }}
          />
        )
      }
    >
      {data.Items.length === 0 ? (
        <Notice area="line" title={translate('voucher.accidents.empty')} />
      ) : (
        <AccidentRows rows={data.Items} />
      )}
    </SectionPaper>
  );
};
