import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Dossier, DossierFile } from '../../../contract/shapes/dossier.ts';
import { formatMoment, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { isOpen } from './queries.ts';

interface Props {
  readonly version: Dossier;
  readonly busy: boolean;
  readonly onFetch: (file: DossierFile) => void;
  readonly onCancel: () => void;
}

const Progress = ({ version: { Number: number, Done, Total, State }, busy, onCancel }: Omit<Props, 'onFetch'>) => {
  const { translate, locale } = useI18n();
  const text =
    State === 'queued' || Total === null
      ? translate('dossier.queued')
      : translate('dossier.making', { done: formatNumber(Done, 0, locale), total: formatNumber(Total, 0, locale) });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', alignItems: 'center', columnGap: 1 }}>
      <LinearProgress
        {...(Total ? { variant: 'determinate', value: (100 * Done) / Total } : {})}
        aria-label={translate('dossier.number', { number })}
      />
      <Button size="small" disabled={busy} onClick={onCancel}>
        {translate('dossier.cancel')}
      </Button>
      <Typography variant="caption" color="textSecondary">
        {text}
      </Typography>
    </Box>
  );
};

/** A version: author, time, whether the case has changed since, and its files. */
export const DossierVersion = ({ version, busy, onFetch, onCancel }: Props) => {
  const { translate, locale } = useI18n();
  const { Number: number, AuthorName, CreatedAt, MadeAt, Current, HasFile, PdfBytes, ZipBytes, ExpiresAt } = version;
  const when = (moment: string) => formatMoment(new Date(moment), locale);
  const size = (bytes: number | null) => formatNumber(Math.max((bytes ?? 0) / 1e6, 0.1), 1, locale);
  const made = MadeAt !== null;
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h4" component="h3">
          {translate('dossier.number', { number })} · {version.Locale.toUpperCase()}
        </Typography>
        {made && (
          <Chip
            size="small"
            variant="outlined"
            color={Current ? 'success' : 'default'}
            label={translate(Current ? 'dossier.current' : 'dossier.outdated')}
          />
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('dossier.by', { name: AuthorName, when: when(MadeAt ?? CreatedAt) })}
        {HasFile && ExpiresAt && ` · ${translate('dossier.until', { when: when(ExpiresAt) })}`}
        {made && !HasFile && ` · ${translate('dossier.gone')}`}
      </Typography>
      {version.Error && <Typography color="error">{version.Error}</Typography>}
      {isOpen(version) && <Progress version={version} busy={busy} onCancel={onCancel} />}
      {HasFile && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onFetch('pdf')}>
            {translate('dossier.pdf', { size: size(PdfBytes) })}
          </Button>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onFetch('zip')}>
            {translate('dossier.zip', { size: size(ZipBytes) })}
          </Button>
        </Box>
      )}
      {version.ManifestSha256 && (
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {translate('dossier.sums')}: {version.ManifestSha256}
        </Typography>
      )}
    </Box>
  );
};
