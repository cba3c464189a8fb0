import Close from '@mui/icons-material/Close';
import Send from '@mui/icons-material/Send';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../api/unsaved.ts';
import { useAccount } from '../../authProvider/account.ts';
import { isInvisible } from '../../schema/kinds/plain.ts';
import { useThreadDraft } from './drafts.ts';
import { usePeople, usePost } from './queries.ts';

interface Person {
  readonly id: number;
  readonly fullName: string;
}

const most = 6;
const openMention = /(^|\s)@([^@\n]{0,40})$/u;

/** Returns the text between the last `@` and the caret. Undefined if no mention is being typed. */
export const mentionAt = (text: string, caret: number): string | undefined =>
  openMention.exec(text.slice(0, caret))?.[2];

/** Returns people whose name, or a word of it, starts with the text. Empty once a name is complete. */
export const suggestPeople = (typed: string, people: readonly Person[]): readonly Person[] => {
  const wanted = typed.toLowerCase();
  const fits = (name: string) => name.startsWith(wanted) || name.split(' ').some(word => word.startsWith(wanted));
  return people.filter(({ fullName }) => fits(fullName.toLowerCase())).slice(0, most);
};

/** Completes the mention. Returns the text and the new position of the caret. */
export const completeMention = (
  text: string,
  caret: number,
  fullName: string,
): readonly [text: string, caret: number] => {
  const typed = mentionAt(text, caret) ?? '';
  const start = caret - typed.length;
  const name = `${fullName} `;
  return [text.slice(0, start) + name + text.slice(caret), start + name.length];
};

interface MentionOptionsProps {
  readonly id: string;
  readonly people: readonly Person[];
  readonly at: number;
  readonly onChoose: (person: Person) => void;
}

const personId = (listId: string, at: number): string => `${listId}-${at}`;

/** Mention suggestions above the input. The input keeps the focus. */
const MentionOptions = ({ id, people, at, onChoose }: MentionOptionsProps) => {
  const translate = useTranslate();
  if (people.length === 0) return null;
  return (
    <Paper sx={{ position: 'absolute', bottom: '100%', left: 12, right: 12, mb: 0.5, zIndex: 1 }}>
      <MenuList id={id} role="listbox" aria-label={translate('live.chat.people')} dense disablePadding>
        {people.map((person, index) => (
          <MenuItem
            key={person.id}
            id={personId(id, index)}
            role="option"
            tabIndex={-1}
            selected={index === at}
            aria-selected={index === at}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            {person.fullName}
          </MenuItem>
        ))}
      </MenuList>
    </Paper>
  );
};

/** Returns the mention suggestions while the user types after an `@`, and a handler of the keys of their list. */
const useMention = (input: RefObject<HTMLTextAreaElement | null>, text: string, setText: (text: string) => void) => {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const typed = mentionAt(text, caret);
  const me = useAccount()?.Id;
  const all = (usePeople().data ?? []).filter(({ id }) => id !== me);
  const people = typed === undefined || typed === dismissed ? [] : suggestPeople(typed, all);

  const choose = ({ fullName }: Person): void => {
    const [next, place] = completeMention(text, caret, fullName);
    setText(next);
    setAt(0);
    // The caret moves in the next frame, because the field has its new text only then.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(place, place);
    });
  };
  const acts: { readonly [key: string]: () => void } = {
    ArrowDown: () => setAt((at + 1) % people.length),
    ArrowUp: () => setAt((at + people.length - 1) % people.length),
    Enter: () => choose(people[at] ?? people[0]!),
    Tab: () => choose(people[at] ?? people[0]!),
    Escape: () => setDismissed(typed),
  };
  return {
    people,
    at: Math.min(at, Math.max(0, people.length - 1)),
    choose,
    look: () => setCaret(input.current?.selectionStart ?? text.length),
    /** Handles the keys of the open list. */
    press: (event: KeyboardEvent): boolean => {
      const act = people.length > 0 ? acts[event.key] : undefined;
      if (!act) return false;
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
  };
};

/** Maximum length of a message. It repeats the contract's value, because importing that value would load the schema. */
const longest = 4000;
const tellLeftFrom = 200;

interface Props {
  readonly accidentId: number | null;
}

/** Message input. Unsent text stays, even if the panel is closed. */
export const Composer = ({ accidentId }: Props) => {
  const translate = useTranslate();
  const { text, answered, setText, setAnswered, sent } = useThreadDraft(accidentId);
  useUnsaved(text.trim() !== '');
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const mention = useMention(input, text, setText);
  const post = usePost(accidentId);
  const left = longest - text.length;

  useEffect(() => {
    if (answered) input.current?.focus();
  }, [answered]);

  const send = () => {
    if (isInvisible(text) || post.isPending) return;
    // A rejection is ignored here, because the panel may close before the response. The field shows the failure.
    const message = { text, replyToId: answered?.id ?? null };
    post.mutateAsync(message).then(
      () => sent(text),
      () => undefined,
    );
  };
  const press = (event: KeyboardEvent) => {
    if (mention.press(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <Box sx={{ position: 'relative', flexShrink: 0, borderTop: 1, borderColor: 'divider', p: 1.5 }}>
      <MentionOptions id={listId} people={mention.people} at={mention.at} onChoose={mention.choose} />
      {answered && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, borderLeft: 2, borderColor: 'primary.main' }}>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1, pl: 1 }}>
            {translate('live.chat.replyingTo', { name: answered.authorName })}: {answered.text}
          </Typography>
          <IconButton
            size="small"
            aria-label={translate('live.chat.cancelReply')}
            onClick={() => setAnswered(undefined)}
          >
            <Close fontSize="small" />
          </IconButton>
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <TextField
          inputRef={input}
          value={text}
          onChange={event => {
            setText(event.target.value);
            mention.look();
          }}
          onKeyDown={press}
          onSelect={mention.look}
          multiline
          maxRows={8}
          size="small"
          fullWidth
          placeholder={translate('live.chat.placeholder')}
          error={post.isError}
          helperText={
            post.isError
              ? translate('live.chat.notSent')
              : left < tellLeftFrom && translate('live.chat.left', { n: left })
          }
          slotProps={{
            htmlInput: {
              'aria-label': translate('live.chat.placeholder'),
              maxLength: longest,
              'aria-autocomplete': 'list',
              ...(mention.people.length > 0 && {
                'aria-controls': listId,
                'aria-activedescendant': personId(listId, mention.at),
              }),
            },
          }}
        />
        <IconButton
          color="primary"
          aria-label={translate('live.chat.send')}
          title={translate('live.chat.send')}
          disabled={isInvisible(text)}
          loading={post.isPending}
          onClick={send}
        >
          <Send fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
};
