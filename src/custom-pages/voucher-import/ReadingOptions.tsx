import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { api } from '../../api/client.ts';
import type { AnswerFor, BodyFor } from '../../contract/index.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import { encodingLabels } from '../../schema/files/encodings.ts';
import { cutText } from '../../schema/kinds/graphemes.ts';
import { useImportCall } from './queries.ts';

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

/** Shows how the file was read: encoding or worksheet, and the row of headings. A choice reads the file again. */
export const ReadingOptions = ({ id, reading }: { id: number; reading: Reading }) => {
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
      {LeftOut.length > 0 && (
        <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
          <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
            {translate('imports.reading.leftOut')}
          </Typography>
          {LeftOut.map(({ Row, Cells, Imported }) => (
            <FormControlLabel
              key={Row}
              control={<Checkbox size="small" checked={Imported} disabled={busy} />}
              label={translate('imports.reading.importRow', { row: Row, text: rowText(Cells) })}
              onChange={(_, isImported) => toggleRow(Row, isImported)}
              sx={{ display: 'flex', overflowWrap: 'anywhere', '& .MuiFormControlLabel-label': { minWidth: 0 } }}
            />
          ))}
        </Box>
      )}
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
