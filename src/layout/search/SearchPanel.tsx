import Box from '@mui/material/Box';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { searchMaxLength } from '../../contract/limits.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { count } from '../../i18n/count.ts';
import { Hits } from './Hits.tsx';
import { type Hit, hitKey, pathOfHit } from './hits.ts';
import { usePages } from './pages.ts';
import { forgetRecents, keepRecent, readRecents } from './recents.ts';
import { SearchField } from './SearchField.tsx';
import { NoHits, SearchFailed, SearchHints } from './States.tsx';
import { useSearch } from './useSearch.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Field, hits, and messages when there are none. */
export const SearchPanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const account = useAccount();
  const listId = useId();
  const [text, setText] = useState('');
  const [pointed, setPointed] = useState<string>();
  /** Enter was pressed before the response. The best hit opens when the response arrives. */
  const [hurry, setHurry] = useState<'here' | 'apart'>();
  const [recents, setRecents] = useState(() => readRecents(account?.Id ?? 0));
  const { groups: records, asked, pending, isTooLong, answered, failed, retry } = useSearch(text);
  // Pages appear together with the records, because the hit that Enter opens must not change unexpectedly.
  const found = useRef('');
  if (answered || asked === '') found.current = asked;
  const pages = usePages(found.current);
  // Pages come after the records, because a user who types a number and presses Enter wants the record.
  const groups = pages.length > 0 && !failed ? [...records, { Kind: 'page' as const, Items: pages }] : records;
  const hits = groups.flatMap(({ Items }) => Items);
  // The best hit is selected until the user selects another one, or if the selected one disappears.
  const at = Math.max(
    0,
    hits.findIndex(hit => hitKey(hit) === pointed),
  );
  const chosen = hits[at];

  const type = (typed: string) => {
    setText(typed);
    setPointed(undefined);
    setHurry(undefined);
  };
  const keep = () => {
    if (account && text.trim()) keepRecent(account.Id, text.trim());
  };
  const follow = (hit: Hit, apart: boolean) => {
    keep();
    // The new tab needs an opener, because a tab without one has no session and would ask to sign in.
    if (apart) return void window.open(pathOfHit(hit), '_blank');
    onClose();
    void navigate(pathOfHit(hit));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition with an input method, Enter and arrows choose its candidates.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setPointed(hitKey(hits[(at + step + hits.length) % hits.length] as Hit));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      setHurry(event.ctrlKey || event.metaKey ? 'apart' : 'here');
    }
  };
  // Waits, because the hits on screen may answer the previous query.
  useEffect(() => {
    if (!hurry || pending || (!answered && !failed)) return;
    setHurry(undefined);
    if (chosen) follow(chosen, hurry === 'apart');
  });
  const onFollow = (event: MouseEvent) => {
    keep();
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose();
  };

  const nothing = answered && hits.length === 0;
  const announcement = nothing
    ? translate('search.nothing', { q: asked })
    : count(translate, 'search.found', hits.length);
  return (
    <>
      <SearchField
        text={text}
        onType={type}
        onKeyDown={onKeyDown}
        onClose={onClose}
        pending={pending}
        listId={listId}
        expanded={hits.length > 0}
        chosenId={chosen && `${listId}-${hitKey(chosen)}`}
      />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, p: 1, overflow: 'hidden' }}>
        {text.trim() === '' && (
          <SearchHints
            roles={account?.Roles ?? []}
            recents={recents}
            onTake={type}
            onForget={() => {
              if (account) forgetRecents(account.Id);
              setRecents([]);
            }}
          />
        )}
        {isTooLong && <RedAlert>{translate('validation.tooLong', { max: searchMaxLength })}</RedAlert>}
        {hits.length > 0 && (
          <Hits
            id={listId}
            groups={groups}
            chosen={chosen && hitKey(chosen)}
            onPoint={hit => setPointed(hitKey(hit))}
            onFollow={onFollow}
          />
        )}
        {nothing && <NoHits q={asked} />}
        {failed && <SearchFailed reason={failed instanceof Error ? failed.message : ''} onRetry={retry} />}
      </Box>
      <HiddenHeading as="p" role="status">
        {answered && !pending ? announcement : ''}
      </HiddenHeading>
    </>
  );
};
