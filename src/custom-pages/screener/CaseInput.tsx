import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { searchMaxLength } from '../../contract/limits.ts';
import { refusalText } from '../../feedback/refusal.ts';
import { accidents } from '../../resources/accidents.ts';
import { formatPlace } from '../../schema/kinds/coordinates.ts';
import type { Question } from './question.ts';

type CaseChanges = Pick<Question, 'place' | 'at'> & { readonly voucherNumber: string };

/** Returns place and time of the case with this number. Null: there is none, or the reader may not see it. */
const findCase = async (caseNumber: string): Promise<CaseChanges | null> => {
  const { Groups } = await api('GET /api/v3/search')({ query: { q: caseNumber } });
  const hit = Groups.flatMap(({ Items }) => Items).find(
    ({ Kind, Title }) => Kind === accidents.entity && Title === caseNumber,
  );
  if (!hit) return null;
  const found = await api('GET /api/v2/Accident/{id}')({ params: { id: Number(hit.Id) } });
  const { Latitude, Longitude, CrashDateTime, VoucherNumber } = found;
  const place = Latitude === null || Longitude === null ? '' : formatPlace(Latitude, Longitude);
  return { place, at: CrashDateTime, voucherNumber: VoucherNumber };
};

interface Props {
  readonly question: Question;
  readonly onChange: (changes: Partial<Question>) => void;
}

/** Takes place and time of the question from a case. The car of the case is taken if no car is named yet. */
export const CaseInput = ({ question, onChange }: Props) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`screener.there.fromCase.${key}`);
  const [caseNumber, setCaseNumber] = useState('');
  const search = useMutation({
    mutationFn: findCase,
    onSuccess: found => {
      if (!found) return;
      const { voucherNumber, ...placeAndTime } = found;
      onChange({
        ...placeAndTime,
        ...(question.name.trim() === '' && { searchBy: 'voucher' as const, name: voucherNumber }),
      });
    },
  });
  // People write the number as lists show it: `#100060`, `№ 100060`.
  const digits = caseNumber.replace(/^[\s#№]+|\s+$/g, '');
  const fault = search.isError
    ? (refusalText(search.error, translate) ?? t('failed'))
    : search.data === null
      ? t('unknown')
      : search.data?.place === ''
        ? t('noPlace')
        : undefined;
  const fill = () => digits !== '' && !search.isPending && search.mutate(digits);
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' }}>
      <TextField
        label={t('label')}
        value={caseNumber}
        onChange={event => {
          search.reset();
          setCaseNumber(event.target.value);
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // The key fills the form in. It does not ask the question, whose fields are still empty.
          event.preventDefault();
          fill();
        }}
        error={fault !== undefined}
        helperText={fault ?? t('help')}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: searchMaxLength } }}
      />
      <Button variant="outlined" onClick={fill} disabled={digits === ''} sx={{ mt: 3.25 }}>
        {t('fill')}
      </Button>
    </Box>
  );
};
