import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { readPersonal, writePersonal } from '../../components/personal.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import { hasAnyRole } from '../../contract/access.ts';
import { searchMaxLength } from '../../contract/limits.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { pluralize } from '../../i18n/count.ts';
import { routeTable } from '../../routes/table.ts';
import { type Hit, HitOption, hitKey, pathOfHit, resourceOf } from './HitOption.tsx';
import { NoHits, SearchFailed, SearchHints } from './States.tsx';

const maxRecents = 6;
const storageName = 'searches';

/** Returns recent successful searches, newest first. They are personal data, so they are stored per account. */
export const readRecents = (accountId: number): readonly string[] => {
  const stored = readPersonal(accountId, storageName);
  return Array.isArray(stored) ? stored.filter(text => typeof text === 'string').slice(0, maxRecents) : [];
};

export const keepRecent = (accountId: number, text: string): void => {
  const others = readRecents(accountId).filter(stored => stored.toLowerCase() !== text.toLowerCase());
  writePersonal(accountId, storageName, [text, ...others].slice(0, maxRecents));
};

const forgetRecents = (accountId: number): void => {
  writePersonal(accountId, storageName, []);
};

interface SearchFieldProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
  readonly pending: boolean;
  readonly listId: string;
  readonly expanded: boolean;
  readonly selectedId: string | undefined;
}

const SearchField = ({ text, onType, onKeyDown, onClose, pending, listId, expanded, selectedId }: SearchFieldProps) => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pl: 2.5,
        pr: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {pending ? (
        <CircularProgress size="1.25rem" aria-hidden />
      ) : (
        <Search fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
      )}
      <InputBase
        autoFocus
        fullWidth
        value={text}
        onChange={event => onType(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate('search.placeholder')}
        inputProps={{
          role: 'combobox',
          type: 'text',
          inputMode: 'search',
          enterKeyHint: 'go',
          autoComplete: 'off',
          autoCapitalize: 'off',
          spellCheck: false,
          'aria-label': translate('search.title'),
          'aria-expanded': expanded,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': selectedId,
        }}
        sx={{ typography: 'h3', fontWeight: 'fontWeightRegular' }}
      />
      <IconButton
        onClick={() => (text === '' ? onClose() : onType(''))}
        aria-label={translate(text === '' ? 'search.close' : 'search.clear')}
      >
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
};

interface Props {
  readonly id: string;
  readonly groups: readonly { readonly Kind: Hit['Kind']; readonly Items: readonly Hit[] }[];
  /** Key (`hitKey`) of the search result that Enter opens. */
  readonly selectedKey: string | undefined;
  readonly onPoint: (hit: Hit) => void;
  readonly onFollow: (event: MouseEvent) => void;
}

const headingOf = (kind: string): string => {
  const resource = resourceOf(kind);
  return resource ? `resources.${resource.name}.title` : 'search.pages';
};

const Hits = ({ id, groups, selectedKey, onPoint, onFollow }: Props) => {
  const translate = useTranslate();
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={translate('search.results')}
      sx={{ overflowY: 'auto', overscrollBehavior: 'contain', minHeight: 0 }}
    >
      {groups.map(({ Kind, Items }) => (
        <Box key={Kind} role="group" aria-labelledby={`${id}-${Kind}`} sx={{ pb: 1 }}>
          <Typography
            id={`${id}-${Kind}`}
            variant="overline"
            component="div"
            color="textSecondary"
            sx={{ px: 1.5, py: 0.5, position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' }}
          >
            {translate(headingOf(Kind))}
          </Typography>
          {Items.map(hit => (
            <HitOption
              key={hitKey(hit)}
              id={`${id}-${hitKey(hit)}`}
              hit={hit}
              selected={hitKey(hit) === selectedKey}
              onPoint={() => onPoint(hit)}
              onFollow={onFollow}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
};

const maxPages = 5;
/** Minimum length of a search text for pages, because shorter texts would match half the menu. */
const minLetters = 2;

const normalizeText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
const wordsOf = (text: string): readonly string[] =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns the pages of the application that match: each word of the text is the beginning of a word of the title or of
 * the line that says what the page is for. Matches of the title come first.
 */
export const usePages = (text: string): readonly Hit[] => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const queryWords = wordsOf(text);
  if (text.trim().length < minLetters || queryWords.length === 0) return [];
  const pages = new Map<string, Hit>();
  const titlesThatMatch = new Set<string>();
  const begins = (words: readonly string[]) =>
    queryWords.every(queryWord => words.some(word => word.startsWith(queryWord)));
  for (const { path, title: routeTitle, tileTitle, icon, roles: needed, page } of routeTable) {
    // The title of the dashboard tile is used if there is one, because two lists have the same page title.
    const title = tileTitle ?? routeTitle;
    const isRedirect = typeof page === 'object' && 'redirectTo' in page;
    if (path.includes(':') || isRedirect || !hasAnyRole(roles, needed)) continue;
    const Title = translate(`routes.${title}`);
    const subtitle = translate(`dashboard.tiles.${title}`, { _: translate(`resources.${title}.about`, { _: '' }) });
    const titleWords = wordsOf(Title);
    if (pages.has(Title) || !begins([...titleWords, ...wordsOf(subtitle)])) continue;
    if (begins(titleWords)) titlesThatMatch.add(Title);
    const marks = { TitleMarks: [], SubtitleMarks: [] };
    pages.set(Title, {
      Kind: 'page',
      Id: path,
      Path: path,
      Title,
      Subtitle: subtitle,
      ...marks,
      ...(icon && { icon }),
    });
  }
  const isTitleMatch = ({ Title }: Hit) => titlesThatMatch.has(Title);
  return [...pages.values()].sort((a, b) => Number(isTitleMatch(b)) - Number(isTitleMatch(a))).slice(0, maxPages);
};

const typingPauseMs = 120;
const hitsPerGroup = 5;

/** Query of the search. During a new request the previous results stay, and the previous request is cancelled. */
const useSearch = (text: string) => {
  const trimmed = text.trim();
  const isTooLong = trimmed.length > searchMaxLength;
  const q = useDebounced(isTooLong ? '' : trimmed, typingPauseMs);
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api('GET /api/v3/search')({ query: { q, limit: hitsPerGroup }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // A response that is cached for this time is shown at once. It is fetched again all the same, because records
    // change.
    gcTime: 60_000,
  });
  const groups = q === '' || query.isError ? [] : (query.data?.Groups ?? []);
  return {
    groups,
    /** Search text to which the present results belong. Empty before the first search. */
    searchedText: q,
    pending: trimmed !== '' && !isTooLong && (trimmed !== q || query.isFetching),
    isTooLong,
    isAnswered: q !== '' && query.isSuccess && !query.isPlaceholderData,
    error: q !== '' && query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
};

/** Returns the results for a search text: records that the server found, then pages of the application. */
const useHits = (text: string) => {
  const search = useSearch(text);
  const { groups: records, searchedText, isAnswered, error } = search;
  // Pages appear together with the records, because the result that Enter opens must not change unexpectedly.
  const answeredText = useRef('');
  if (isAnswered || searchedText === '') answeredText.current = searchedText;
  const pages = usePages(answeredText.current);
  // Pages come after the records, because a user who types a number and presses Enter wants the record.
  const groups = pages.length > 0 && !error ? [...records, { Kind: 'page' as const, Items: pages }] : records;
  return { ...search, groups, hits: groups.flatMap(({ Items }) => Items) };
};

/** Returns the texts that this account searched for before, and functions that add a text and that remove all. */
const useRecents = () => {
  const id = useAccount()?.Id;
  const [recents, setRecents] = useState(() => readRecents(id ?? 0));
  return {
    recents,
    keep: (text: string) => {
      if (id !== undefined && text) keepRecent(id, text);
    },
    forget: () => {
      if (id !== undefined) forgetRecents(id);
      setRecents([]);
    },
  };
};

const offsetByKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Returns the selected result, and functions that select another one. The first result is selected until the user
 * selects another one, and again if the latter disappears from the results.
 */
const useSelectedHit = (hits: readonly Hit[]) => {
  const [pointedKey, setPointedKey] = useState<string>();
  const index = Math.max(
    0,
    hits.findIndex(hit => hitKey(hit) === pointedKey),
  );
  const select = (hit: Hit | undefined) => setPointedKey(hit && hitKey(hit));
  return {
    selectedHit: hits[index],
    select,
    /** Selects the result `offset` places after the selected one. The first one follows the last one. */
    move: (offset: number) => select(hits[(index + offset + hits.length) % hits.length]),
  };
};

/**
 * Returns a handler of the keys of the search field: arrow keys select a result, Enter opens it. Enter during a search
 * opens the selected result as soon as the response has arrived.
 */
const useHitKeys = (
  { pending, isAnswered, error, hits }: ReturnType<typeof useHits>,
  { selectedHit, move }: ReturnType<typeof useSelectedHit>,
  open: (hit: Hit, inNewTab: boolean) => void,
) => {
  const [pendingOpen, setPendingOpen] = useState<'sameTab' | 'newTab'>();
  // Opening waits for the response, because the results on screen may belong to the previous search text.
  useEffect(() => {
    if (!pendingOpen || pending || (!isAnswered && !error)) return;
    setPendingOpen(undefined);
    if (selectedHit) open(selectedHit, pendingOpen === 'newTab');
  });
  return {
    cancelOpen: () => setPendingOpen(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      // While an input method composes a character, Enter and arrow keys choose among its suggestions.
      if (event.nativeEvent.isComposing) return;
      const offset = offsetByKey[event.key];
      if (offset && hits.length > 0) {
        event.preventDefault();
        move(offset);
      }
      if (event.key === 'Enter') {
        event.preventDefault();
        setPendingOpen(event.ctrlKey || event.metaKey ? 'newTab' : 'sameTab');
      }
    },
  };
};

export const SearchPanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const account = useAccount();
  const listId = useId();
  const [text, setText] = useState('');
  const { recents, keep, forget } = useRecents();
  const search = useHits(text);
  const { groups, hits, searchedText, pending, isTooLong, isAnswered, error, retry } = search;
  const selection = useSelectedHit(hits);
  const { selectedHit, select } = selection;
  const { onKeyDown, cancelOpen } = useHitKeys(search, selection, (hit, inNewTab) => {
    keep(text.trim());
    // The new browser tab needs an opener, because a tab without one has no session and would ask the user to sign in.
    if (inNewTab) return void window.open(pathOfHit(hit), '_blank');
    onClose();
    void navigate(pathOfHit(hit));
  });
  const changeText = (newText: string) => {
    setText(newText);
    select(undefined);
    cancelOpen();
  };
  const onFollow = (event: MouseEvent) => {
    keep(text.trim());
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose();
  };

  const hasNoHits = isAnswered && hits.length === 0;
  const announcement = hasNoHits
    ? translate('search.nothing', { q: searchedText })
    : pluralize(translate, 'search.found', hits.length);
  return (
    <>
      <SearchField
        text={text}
        onType={changeText}
        onKeyDown={onKeyDown}
        onClose={onClose}
        pending={pending}
        listId={listId}
        expanded={hits.length > 0}
        selectedId={selectedHit && `${listId}-${hitKey(selectedHit)}`}
      />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, p: 1, overflow: 'hidden' }}>
        {text.trim() === '' && (
          <SearchHints
            roles={account?.Roles ?? []}
            recents={recents}
            onSelectRecent={changeText}
            onClearRecents={forget}
          />
        )}
        {isTooLong && <RedAlert>{translate('validation.tooLong', { max: searchMaxLength })}</RedAlert>}
        {hits.length > 0 && (
          <Hits
            id={listId}
            groups={groups}
            selectedKey={selectedHit && hitKey(selectedHit)}
            onPoint={select}
            onFollow={onFollow}
          />
        )}
        {hasNoHits && <NoHits q={searchedText} />}
        {error && <SearchFailed reason={error instanceof Error ? error.message : ''} onRetry={retry} />}
      </Box>
      <HiddenHeading as="p" role="status">
        {isAnswered && !pending ? announcement : ''}
      </HiddenHeading>
    </>
  );
};
