import History from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { searchableResources } from './HitOption.tsx';

/**
 * Lower-cases the first letter of a heading for use in a sentence. An abbreviation at the beginning keeps its capitals.
 */
const lowerFirst = (heading: string): string => heading.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase());

const useSearchedNames = (roles: readonly string[]): string => {
  const translate = useTranslate();
  const headings = searchableResources(roles).map(({ name }) => lowerFirst(translate(`resources.${name}.title`)));
  return new Intl.ListFormat(useLanguage()).format([...headings, translate('search.hint.pages')]);
};

interface SearchHintsProps {
  readonly roles: readonly string[];
  readonly recents: readonly string[];
  readonly onSelectRecent: (text: string) => void;
  readonly onClearRecents: () => void;
}

export const SearchHints = ({ roles, recents, onSelectRecent, onClearRecents }: SearchHintsProps) => {
  const translate = useTranslate();
  const what = useSearchedNames(roles);
  return (
    <>
      {recents.length > 0 && (
        <Box component="section" aria-label={translate('search.recent')} sx={{ pb: 1 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 1.5 }}>
            <Typography variant="overline" component="h2" color="textSecondary">
              {translate('search.recent')}
            </Typography>
            <Button size="small" color="inherit" onClick={onClearRecents} sx={{ color: 'text.secondary' }}>
              {translate('search.forget')}
            </Button>
          </Box>
          {recents.map(text => (
            <ButtonBase
              key={text}
              onClick={() => onSelectRecent(text)}
              sx={{
                display: 'flex',
                width: '100%',
                justifyContent: 'flex-start',
                gap: 1.5,
                px: 1.5,
                py: 1,
                borderRadius: 1,
                typography: 'body2',
                '&:hover': { bgcolor: 'action.hover' },
                '&.Mui-focusVisible': { outlineOffset: -2 },
              }}
            >
              <History fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {text}
              </Box>
            </ButtonBase>
          ))}
        </Box>
      )}
      <Box sx={{ px: 1.5, py: 1 }}>
        <Typography>{translate('search.hint.what', { what })}</Typography>
        <Typography color="textSecondary">{translate('search.hint.how')}</Typography>
      </Box>
    </>
  );
};

export const NoHits = ({ q }: { q: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ px: 1.5, py: 1, overflowWrap: 'anywhere' }}>
      <Typography variant="subtitle1">{translate('search.nothing', { q })}</Typography>
      <Typography color="textSecondary">{translate('search.nothingHint')}</Typography>
    </Box>
  );
};

export const SearchFailed = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ px: 1.5, py: 1 }}>
      <RedAlert>{reason ? `${translate('search.failed')}. ${reason}` : translate('search.failed')}</RedAlert>
      <Button onClick={onRetry} variant="outlined" sx={{ mt: 1.5 }}>
        {translate('search.retry')}
      </Button>
    </Box>
  );
};
