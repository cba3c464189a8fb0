import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { AnswerFor, BodyFor } from '../../contract/index.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { reasonOf } from '../../feedback/refusal.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import { encodingLabels } from '../../schema/files/encodings.ts';
import { cutText } from '../../schema/kinds/graphemes.ts';
import { currentZoneName } from '../../settings/zone.ts';
import { useColumns, useImportCall } from './queries.ts';

type Reading = NonNullable<AnswerFor<'GET /api/v3/imports/{id}/columns'>['Reading']>;
type ReadingChoice = BodyFor<'POST /api/v3/imports/{id}/read'>;

/** Maximum length of the text that stands for a row of the file in a drop-down list, characters. */
const maxRowTextLength = 90;
const rowText = (cells: readonly string[]): string => {
  const text = cells.filter(cell => cell !== '').join(' · ');
  return text.length > maxRowTextLength ? `${cutText(text, maxRowTextLength)}…` : text;
};

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly help?: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

const ChoiceField = ({ label, value, options, help, disabled, onChange }: ChoiceFieldProps) => (
  <TextField
    select
    fullWidth
    label={label}
    value={value}
    disabled={disabled}
    helperText={help}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    {options.map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </TextField>
);

interface LeftOutRowsProps {
  readonly rows: NonNullable<Reading['LeftOut']>;
  readonly disabled: boolean;
  readonly onToggle: (row: number, isImported: boolean) => void;
}

/** Rows that the import leaves out, such as totals. The user may choose to import them. */
const LeftOutRows = ({ rows, disabled, onToggle }: LeftOutRowsProps) => {
  const { translate } = useI18n();
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        {translate('imports.reading.leftOut')}
      </Typography>
      {rows.map(({ Row, Cells, Imported }) => (
        <FormControlLabel
          key={Row}
          control={<Checkbox size="small" checked={Imported} disabled={disabled} />}
          label={translate('imports.reading.importRow', { row: Row, text: rowText(Cells) })}
          onChange={(_, isImported) => onToggle(Row, isImported)}
          sx={{ display: 'flex', overflowWrap: 'anywhere', '& .MuiFormControlLabel-label': { minWidth: 0 } }}
        />
      ))}
    </Box>
  );
};

/** Shows how the file was read: encoding or worksheet, and the row of headings. A choice reads the file again. */
const ReadingOptions = ({ id, reading }: { id: number; reading: Reading }) => {
  const { translate } = useI18n();
  const { busy, runCall, error } = useImportCall();
  const { Encoding, OtherEncodings, HeadingRow, FirstRows, Sheet, Sheets, LeftOut = [] } = reading;
  // A choice of another encoding or worksheet sends no `HeadingRow`, because the headings may be in another row.
  const readAgain = (body: ReadingChoice) =>
    void runCall(() => api('POST /api/v3/imports/{id}/read')({ params: { id }, body }));
  // A file in several encodings is read line by line, unless the user chooses one encoding.
  const keptChoice: ReadingChoice = {
    ...(Encoding && OtherEncodings.length === 0 && { Encoding }),
    ...(Sheet !== null && { Sheet }),
  };
  const keptRows = LeftOut.filter(({ Imported }) => Imported).map(({ Row }) => Row);
  const toggleRow = (row: number, isImported: boolean) =>
    readAgain({
      ...keptChoice,
      HeadingRow,
      KeepRows: [...keptRows.filter(each => each !== row), ...(isImported ? [row] : [])],
    });
  const rowsAboveHeading = FirstRows.filter(({ Row }) => Row < HeadingRow).map(({ Row }) => Row);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 2fr' }, pt: 1 }}>
        {Encoding !== null && (
          <ChoiceField
            label={translate('imports.reading.encoding')}
            value={Encoding}
            options={[...Object.entries(encodingLabels), ['', translate('imports.reading.byLetters')]]}
            help={translate('imports.reading.encodingHelp')}
            disabled={busy}
            onChange={value => readAgain(value ? { Encoding: value as NonNullable<ReadingChoice['Encoding']> } : {})}
          />
        )}
        {Sheet !== null && (
          <ChoiceField
            label={translate('imports.reading.sheet')}
            value={Sheet}
            options={Sheets.map(each => [each, each])}
            disabled={busy || Sheets.length < 2}
            onChange={value => readAgain({ Sheet: value })}
          />
        )}
        <ChoiceField
          label={translate('imports.reading.headings')}
          value={String(HeadingRow)}
          options={[
            ...FirstRows.map(({ Row, Cells }) => [String(Row), `${Row}: ${rowText(Cells)}`] as const),
            ['0', translate('imports.reading.noHeadings')],
          ]}
          help={
            rowsAboveHeading.length > 0
              ? translate('imports.reading.above', { rows: rowsAboveHeading.join(', ') })
              : undefined
          }
          disabled={busy}
          onChange={value => readAgain({ ...keptChoice, HeadingRow: Number(value), KeepRows: keptRows })}
        />
      </Box>
      {LeftOut.length > 0 && <LeftOutRows rows={LeftOut} disabled={busy} onToggle={toggleRow} />}
      <UnreadableResponse error={error} />
      {OtherEncodings.length > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('imports.reading.mixed')}
          <Typography component="span" sx={{ display: 'block' }}>
            {OtherEncodings.map(({ Encoding: each, Rows }) => `${encodingLabels[each]}: ${Rows}`).join(' · ')}
          </Typography>
        </Alert>
      )}
    </Box>
  );
};

type ImportColumns = AnswerFor<'GET /api/v3/imports/{id}/columns'>;
type Column = ImportColumns['Columns'][number];

/** Returns the reasons why the server refused the request. Each reason about a field begins with the field's label. */
const refusalTexts = (error: unknown, i18n: ReturnType<typeof useI18n>): readonly string[] => {
  const { translate } = i18n;
  const errors = error instanceof ApiError ? (error.answer?.Errors ?? []) : [];
  const fieldErrors = errors.filter(({ Field }) => !Field.startsWith('Columns'));
  if (fieldErrors.length === 0) return [reasonOf(error, translate)];
  return fieldErrors.map(({ Field, Message }) => `${translate(`resources.vouchers.full.${Field}`)}: ${Message}`);
};

const isEmpty = ({ Heading, Samples, Field }: Column): boolean =>
  Heading === '' && Samples.length === 0 && Field === null;

/** A field that the user chose for a column. `null`: the column is not imported. */
interface Choice {
  readonly index: number;
  readonly heading: string;
  readonly field: string | null;
}

/** Applies the user's choices to the columns of a reading. A choice counts only while its column has the same heading. */
const applyChoices = (columns: readonly Column[], choices: readonly Choice[]): readonly Column[] =>
  columns.map((column, index) => {
    const choice = choices.findLast(each => each.index === index && each.heading === column.Heading);
    return choice ? { ...column, Field: choice.field as Column['Field'], Proposed: false } : column;
  });

interface RowProps {
  readonly column: Column;
  readonly name: string;
  readonly fields: readonly string[];
  readonly duplicateOf: string | undefined;
  readonly onChange: (field: string | null) => void;
}

const ColumnRow = ({ column, name, fields, duplicateOf, onChange }: RowProps) => {
  const { translate } = useI18n();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'center',
        gridTemplateColumns: { xs: '1fr', md: '1fr 1.4fr 1.2fr' },
        borderTop: 1,
        borderColor: 'divider',
        py: 1,
        overflowWrap: 'anywhere',
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {column.Samples.join(' · ') || '—'}
      </Typography>
      <TextField
        select
        fullWidth
        value={column.Field ?? ''}
        error={duplicateOf !== undefined}
        color={column.Proposed ? 'warning' : 'primary'}
        focused={column.Proposed || undefined}
        helperText={
          duplicateOf === undefined
            ? column.Proposed && translate('imports.columns.proposed')
            : translate('imports.columns.twice', { column: duplicateOf })
        }
        onChange={({ target }) => onChange(target.value || null)}
        slotProps={{
          select: { native: true },
          htmlInput: { 'aria-label': `${translate('imports.columns.field')}: ${name}` },
        }}
      >
        <option value="">{translate('imports.columns.skip')}</option>
        {fields.map(field => (
          <option key={field} value={field}>
            {translate(`resources.vouchers.full.${field}`)}
          </option>
        ))}
      </TextField>
    </Box>
  );
};

const useChosenColumns = (readColumns: readonly Column[]) => {
  const { translate } = useI18n();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const columns = applyChoices(readColumns, choices);
  const nameOf = (index: number) => columns[index]?.Heading || translate('imports.columns.noHeading', { n: index + 1 });
  const firstIndexWithField = (field: string | null) => columns.findIndex(each => each.Field === field);
  const findDuplicate = (index: number): string | undefined => {
    const field = columns[index]?.Field ?? null;
    const first = field === null ? index : firstIndexWithField(field);
    return first === index ? undefined : nameOf(first);
  };
  return {
    columns,
    nameOf,
    /** Returns the name of an earlier column that has the same field. Undefined: none has it. */
    findDuplicate,
    skippedNames: columns.flatMap((column, index) =>
      column.Field === null && !isEmpty(column) ? [nameOf(index)] : [],
    ),
    choose: (choice: Choice) => setChoices([...choices, choice]),
  };
};

interface MatchingProps {
  readonly id: number;
  readonly importColumns: ImportColumns;
  readonly onCheckStarted: () => void;
}

const ColumnMatching = ({ id, importColumns, onCheckStarted }: MatchingProps) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const client = useQueryClient();
  const { columns, nameOf, findDuplicate, skippedNames, choose } = useChosenColumns(importColumns.Columns);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setFaults([]);
    try {
      const body = { Columns: columns.map(({ Field }) => Field), TimeZone: currentZoneName() };
      await api('POST /api/v3/imports/{id}/check')({ params: { id }, body });
      onCheckStarted();
    } catch (error) {
      setFaults(refusalTexts(error, i18n));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['imports'] });
    }
  };
  return (
    <Paper sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="h2">{translate('imports.columns.title')}</Typography>
        <Typography color="textSecondary">{translate('imports.columns.about')}</Typography>
      </Box>
      {importColumns.Reading && <ReadingOptions id={id} reading={importColumns.Reading} />}
      {importColumns.Remarks.map(remark => (
        <Alert key={remark} severity="warning" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
          {remark}
        </Alert>
      ))}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {columns.map((column, index) =>
          isEmpty(column) ? null : (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are, and several may have no heading
              key={index}
              column={column}
              name={nameOf(index)}
              fields={importColumns.Fields}
              duplicateOf={findDuplicate(index)}
              onChange={field => choose({ index, heading: column.Heading, field })}
            />
          ),
        )}
      </Box>
      {skippedNames.length > 0 && (
        <Alert severity="info" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
          {translate('imports.columns.skipped', {
            columns: skippedNames.map(name => (i18n.locale === 'ru' ? `«${name}»` : `“${name}”`)).join(', '),
          })}
        </Alert>
      )}
      {faults.length > 0 && (
        <Alert severity="error" variant="outlined">
          {translate('imports.columns.lost')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {faults.map(fault => (
              <li key={fault}>{fault}</li>
            ))}
          </Box>
        </Alert>
      )}
      <Box>
        <Button
          variant="contained"
          loading={busy}
          disabled={columns.some((_, index) => findDuplicate(index) !== undefined)}
          onClick={() => void check()}
        >
          {translate('imports.columns.check')}
        </Button>
      </Box>
    </Paper>
  );
};

export const Columns = ({ id, onCheckStarted }: { id: number; onCheckStarted: () => void }) => {
  const { translate } = useI18n();
  const { data, isError, refetch } = useColumns(id);
  // The key resets the form, because another worksheet has other columns.
  const key = JSON.stringify([data?.Reading?.Sheet, data?.Columns.length]);
  if (data) return <ColumnMatching key={key} id={id} importColumns={data} onCheckStarted={onCheckStarted} />;
  return isError ? <FailureAlert text={translate('imports.failed')} onRetry={refetch} /> : <PageSkeleton />;
};
