import PhoneIcon from '@mui/icons-material/Phone';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../../authProvider/account.ts';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { useCurrentMinute } from '../../../components/useCurrentMinute.ts';
import { hasAnyRole } from '../../../contract/access.ts';
import type { DictionaryName } from '../../../contract/dictionaries.ts';
import type { ClientSheet as Sheet } from '../../../contract/shapes/clientSheet.ts';
import { useTitles } from '../../../fields/dictionary.ts';
import { formatDay, formatMoment, formatTime, zoneName } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { ownChoiceLabel, useI18n } from '../../../fields/useI18n.ts';
import { ValueText } from '../../../fields/ValueText.tsx';
import { accidents } from '../../../resources/accidents.ts';
import { vouchers } from '../../../resources/vouchers.ts';
import { recordPathById } from '../../../schema/addresses.ts';
import { dialled, readablePhone } from '../../../schema/kinds/phone.ts';
import { CaseLink, Entries, EntryHead } from './Entries.tsx';
import { Handouts } from './Handouts.tsx';
import { useClientSheet } from './queries.ts';
import { Scores } from './Scores.tsx';
import { SheetExport } from './SheetExport.tsx';

const Contacts = ({ sheet }: { sheet: Sheet }) => {
  const { translate, locale } = useI18n();
  const now = new Date(useCurrentMinute());
  const { Phone, SecondPhone, Email, City, Vip, TimeZone } = sheet;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      {Vip && <Chip size="small" variant="outlined" color="warning" label={translate('client.vip')} />}
      {[Phone, SecondPhone].filter(Boolean).map(phone => (
        <MuiLink
          key={phone}
          href={`tel:${dialled(phone)}`}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.5,
            py: 0.25,
            typography: 'h3',
            whiteSpace: 'nowrap',
          }}
        >
          <PhoneIcon fontSize="small" aria-hidden />
          {readablePhone(phone, locale)}
        </MuiLink>
      ))}
      {!Phone && !SecondPhone && <span>{translate('client.noPhone')}</span>}
      <Typography variant="body2" color="textSecondary">
        {translate('client.localTime', { time: formatTime(now, TimeZone), zone: zoneName(locale, TimeZone) })}
      </Typography>
      {Email && (
        <MuiLink href={`mailto:${Email}`} sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
          {Email}
        </MuiLink>
      )}
      {City && <span>{City}</span>}
      <SheetExport sheet={sheet} />
    </Box>
  );
};

const Promises = ({ items }: { items: Sheet['Promises'] }) => {
  const { translate, locale } = useI18n();
  const now = useCurrentMinute();
  return (
    <Entries title={translate('client.promises.title')} none={translate('client.promises.none')} items={items}>
      {({ At, Agreed, ...of }) => (
        <EntryHead
          facts={[
            translate(Agreed ? 'client.promises.agreed' : 'client.promises.byRule'),
            Date.parse(At) < now ? (
              <Box key="overdue" component="span" sx={{ color: 'error.main' }}>
                {translate('client.promises.overdue')}
              </Box>
            ) : null,
          ]}
        >
          <Box component="time" dateTime={At} sx={{ fontWeight: 'fontWeightMedium' }}>
            {formatMoment(new Date(At), locale)}
          </Box>
          <CaseLink of={of} />
        </EntryHead>
      )}
    </Entries>
  );
};

const Vouchers = ({ list: { Items, Total } }: { list: Sheet['Vouchers'] }) => {
  const { translate, locale } = useI18n();
  const maySee = hasAnyRole(useAccount()?.Roles ?? [], vouchers.access.read);
  const day = (text: string | null) => (text === null ? '…' : formatDay(text, locale));
  return (
    <Entries
      title={translate('client.vouchers.title')}
      none={translate('client.vouchers.none')}
      items={Items}
      total={Total}
    >
      {({ Id, VoucherNumber, Status, ContractNumber, ContractBeginDate, ContractEndDate }) => (
        <EntryHead
          facts={[
            <ValueText key="stage" resource={vouchers} name="Status" value={Status} />,
            ContractNumber && translate('client.vouchers.contract', { number: ContractNumber }),
            (ContractBeginDate ?? ContractEndDate) === null
              ? null
              : translate('client.vouchers.dates', { from: day(ContractBeginDate), to: day(ContractEndDate) }),
          ]}
        >
          {maySee ? (
            <MuiLink component={Link} to={recordPathById(vouchers, Id) ?? '/'} sx={{ py: 0.25 }}>
              {VoucherNumber}
            </MuiLink>
          ) : (
            <span>{VoucherNumber}</span>
          )}
        </EntryHead>
      )}
    </Entries>
  );
};

const Vehicles = ({ items }: { items: Sheet['Vehicles'] }) => {
  const { translate, locale } = useI18n();
  const day = (moment: string) => formatDay(moment.slice(0, 10), locale);
  return (
    <Entries title={translate('client.vehicles.title')} none={translate('client.vehicles.none')} items={items}>
      {({ Brand, Model, Year, RegNumber, VoucherNumber, From, To }) => (
        <EntryHead
          facts={[
            RegNumber,
            VoucherNumber,
            To === null
              ? translate('client.vehicles.since', { from: day(From) })
              : translate('client.vehicles.until', { from: day(From), to: day(To) }),
          ]}
        >
          <span>{[Brand, Model, Year].filter(Boolean).join(' ')}</span>
        </EntryHead>
      )}
    </Entries>
  );
};

const Accidents = ({ list: { Items, Total } }: { list: Sheet['Accidents'] }) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  return (
    <Entries
      title={translate('client.accidents.title')}
      none={translate('client.accidents.none')}
      items={Items}
      total={Total}
    >
      {row => (
        <EntryHead
          facts={[
            formatMoment(new Date(row.CrashDateTime), locale),
            row.VehicleRegNumber,
            row.Severity === null ? null : (
              <SeverityBadge key="severity" severity={row.Severity}>
                {ownChoiceLabel(accidents, 'Severity', row.Severity, i18n) ?? row.Severity}
              </SeverityBadge>
            ),
            <ValueText
              key="status"
              resource={accidents}
              name="StatusOfRoadAccidentID"
              value={row.StatusOfRoadAccidentID}
            />,
          ]}
        >
          <CaseLink of={{ ...row, AccidentId: row.Id }} />
        </EntryHead>
      )}
    </Entries>
  );
};

const useTitleOf = (dictionary: DictionaryName) => {
  const titles = useTitles(dictionary);
  return (id: number | null): string => (id === null ? '' : (titles.find(({ Id }) => Id === String(id))?.Title ?? '…'));
};

const Calls = ({ list: { Items, Total } }: { list: Sheet['Calls'] }) => {
  const { translate, locale } = useI18n();
  const result = useTitleOf('callResults');
  const person = useTitleOf('contactPersonStatuses');
  return (
    <Entries title={translate('client.calls.title')} none={translate('client.calls.none')} items={Items} total={Total}>
      {call => (
        <>
          <EntryHead facts={[formatMoment(new Date(call.At), locale), call.AuthorName]}>
            <CaseLink of={call} />
          </EntryHead>
          <Typography variant="body2">
            {[result(call.ResultId), person(call.ContactPersonStatusId)].filter(Boolean).join(' · ')}
          </Typography>
          {call.Comment && (
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap' }}>
              {call.Comment}
            </Typography>
          )}
        </>
      )}
    </Entries>
  );
};

const Notes = ({ list: { Items, Total } }: { list: Sheet['Notes'] }) => {
  const { translate, locale } = useI18n();
  return (
    <Entries title={translate('client.notes.title')} none={translate('client.notes.none')} items={Items} total={Total}>
      {note => (
        <>
          <EntryHead facts={[formatMoment(new Date(note.CreatedAt), locale), note.AuthorName]}>
            <CaseLink of={note} />
          </EntryHead>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap' }}>
            {note.Text}
          </Typography>
        </>
      )}
    </Entries>
  );
};

/** Two columns where there is room for them, whatever contains the sheet: a page or a drawer. */
const columnsStyle = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 760px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;
const columnStyle = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

const SheetSkeleton = () => (
  <Box sx={columnsStyle}>
    {[140, 180, 140, 180].map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons never change
      <Skeleton key={index} variant="rounded" height={height} />
    ))}
  </Box>
);

export const ClientSheet = ({ record }: { record: RaRecord }) => {
  const id = Number(record.id);
  const query = useClientSheet(id, record.Version);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <QueryContent query={query} skeleton={<SheetSkeleton />} failureText="client.failed">
        {sheet => (
          <Box sx={columnStyle}>
            <Contacts sheet={sheet} />
            <Box sx={columnsStyle}>
              <Box sx={columnStyle}>
                <Promises items={sheet.Promises} />
                <Accidents list={sheet.Accidents} />
                <Calls list={sheet.Calls} />
                <Notes list={sheet.Notes} />
              </Box>
              <Box sx={columnStyle}>
                {sheet.Scores && <Scores items={sheet.Scores} />}
                <Handouts sheet={sheet} />
                <Vouchers list={sheet.Vouchers} />
                <Vehicles items={sheet.Vehicles} />
              </Box>
            </Box>
          </Box>
        )}
      </QueryContent>
    </Box>
  );
};
