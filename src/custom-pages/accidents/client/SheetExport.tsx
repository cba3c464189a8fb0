import type { ClientSheet } from '../../../contract/shapes/clientSheet.ts';
import { useTitles } from '../../../fields/dictionary.ts';
import { formatDay, formatMoment } from '../../../fields/format.ts';
import { ownChoiceLabel, useI18n } from '../../../fields/useI18n.ts';
import { accidents } from '../../../resources/accidents.ts';
import { vouchers } from '../../../resources/vouchers.ts';
import { formatNumber } from '../../../schema/kinds/format.ts';
import { kindColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';

/** An entry of a client's sheet: its section, its time, its case, voucher or vehicle, and all else that it says. */
interface Entry {
  readonly section: string;
  readonly when: string;
  readonly subject: string;
  readonly text: string;
}

/** Export of all entries of a client's sheet as one table, in the order of the sheet. */
export const SheetExport = ({ sheet }: { sheet: ClientSheet }) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const results = useTitles('callResults');
  const persons = useTitles('contactPersonStatuses');
  const statuses = useTitles('statusesOfRoadAccident');
  const titleIn = (titles: typeof results, id: number | null) =>
    titles.find(({ Id }) => Id === String(id))?.Title ?? '';
  const moment = (at: string) => formatMoment(new Date(at), locale);
  const span = (from: string | null, to: string | null) =>
    [from, to].map(day => (day === null ? '…' : formatDay(day.slice(0, 10), locale))).join(' — ');
  const entry = (
    section: string,
    when: string,
    subject: string,
    facts: readonly (string | null | undefined)[],
  ): Entry => ({
    section: translate(`client.${section}.title`),
    when,
    subject,
    text: facts.filter(Boolean).join(' · '),
  });
  const readEntries = (): Entry[] => [
    ...sheet.Promises.map(({ At, CrashUniqueIdentifier, Agreed }) =>
      entry('promises', moment(At), `#${CrashUniqueIdentifier}`, [
        translate(Agreed ? 'client.promises.agreed' : 'client.promises.byRule'),
      ]),
    ),
    ...sheet.Accidents.Items.map(row =>
      entry('accidents', moment(row.CrashDateTime), `#${row.CrashUniqueIdentifier}`, [
        row.VehicleRegNumber,
        row.Severity && ownChoiceLabel(accidents, 'Severity', row.Severity, i18n),
        titleIn(statuses, row.StatusOfRoadAccidentID),
      ]),
    ),
    ...sheet.Calls.Items.map(call =>
      entry('calls', moment(call.At), `#${call.CrashUniqueIdentifier}`, [
        call.AuthorName,
        titleIn(results, call.ResultId),
        titleIn(persons, call.ContactPersonStatusId),
        call.Comment,
      ]),
    ),
    ...sheet.Notes.Items.map(note =>
      entry('notes', moment(note.CreatedAt), `#${note.CrashUniqueIdentifier}`, [note.AuthorName, note.Text]),
    ),
    ...(sheet.Scores ?? []).map(score =>
      entry('scores', span(score.From, score.To), score.VehicleRegNumber || score.VoucherNumber, [
        score.Score === null
          ? score.ScoreReason && translate(`client.scores.reasons.${score.ScoreReason}`)
          : formatNumber(score.Score, 1, locale),
        ...score.Causes.map(
          ({ Kind, Cost }) => `${translate(`client.parts.${Kind}`)} −${formatNumber(Cost, 1, locale)}`,
        ),
      ]),
    ),
    ...sheet.Vouchers.Items.map(voucher =>
      entry('vouchers', span(voucher.ContractBeginDate, voucher.ContractEndDate), voucher.VoucherNumber, [
        ownChoiceLabel(vouchers, 'Status', voucher.Status, i18n),
        voucher.ContractNumber && translate('client.vouchers.contract', { number: voucher.ContractNumber }),
      ]),
    ),
    ...sheet.Vehicles.map(({ Brand, Model, Year, RegNumber, VoucherNumber, From, To }) =>
      entry('vehicles', span(From, To), RegNumber, [[Brand, Model, Year].filter(Boolean).join(' '), VoucherNumber]),
    ),
  ];
  const column = (name: keyof Entry) =>
    kindColumn<Entry>(translate(`client.export.${name}`), 'text', each => each[name]);
  return (
    <TableExport
      table={{
        name: `client-${sheet.Id}`,
        title: translate('client.title'),
        about: [sheet.FullName, sheet.Phone].filter(Boolean).join(' · '),
        columns: [column('section'), column('when'), column('subject'), column('text')],
        readRows: readEntries,
      }}
    />
  );
};
