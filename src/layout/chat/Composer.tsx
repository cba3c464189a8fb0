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
import { messageMaxLength } from '../../contract/limits.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { isInvisible } from '../../schema/kinds/plain.ts';
import { createStore } from '../../store.ts';
import { usePeople, usePostMessage } from './queries.ts';

/** Unsent message of a thread, and the message that it replies to. */
interface Draft {
  readonly text: string;
  readonly repliedTo?: MessageRow;
}
const emptyDraft: Draft = { text: '' };

const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

/** Returns the draft of a thread. The draft survives closing the panel, and belongs to one account. */
export const useThreadDraft = (accidentId: number | null) => {
  const key = `${useAccount()?.Id} ${accidentId ?? 0}`;
  const draft = drafts.useSelected(all => all.get(key) ?? emptyDraft);
  const updateDraft = (changes: Partial<Draft>): void => {
    const all = drafts.get();
    drafts.set(new Map(all).set(key, { ...(all.get(key) ?? emptyDraft), ...changes }));
  };
  return {
    ...draft,
    setText: (text: string) => updateDraft({ text }),
    setRepliedTo: (repliedTo: MessageRow | undefined) => updateDraft({ repliedTo }),
    /** Removes the sent text from the draft. Text that was typed during sending stays as the next message. */
    removeSent: (text: string) =>
      updateDraft({ repliedTo: undefined, ...(drafts.get().get(key)?.text === text && { text: '' }) }),
  };
};

interface Person {
  readonly id: number;
  readonly fullName: string;
}

const maxSuggestions = 6;
const openMentionPattern = /(^|\s)@([^@\n]{0,40})$/u;

/**
 * Returns the text between the last `@` and the caret of the message input. Undefined if the user is typing no mention.
 */
export const mentionAt = (text: string, caret: number): string | undefined =>
  openMentionPattern.exec(text.slice(0, caret))?.[2];

/**
 * Returns the people whose full name, or one word of it, starts with the typed text. The result is empty if the text
 * goes on after a full name, so that the list of suggestions closes.
 */
export const suggestPeople = (prefix: string, people: readonly Person[]): readonly Person[] => {
  const lowerPrefix = prefix.toLowerCase();
  const matchesPrefix = (name: string) =>
    name.startsWith(lowerPrefix) || name.split(' ').some(word => word.startsWith(lowerPrefix));
  return people.filter(({ fullName }) => matchesPrefix(fullName.toLowerCase())).slice(0, maxSuggestions);
};

/**
 * Replaces the typed beginning of a mention by the full name. Returns the new text and the new position of the caret.
 */
export const completeMention = (
  text: string,
  caret: number,
  fullName: string,
): readonly [text: string, caret: number] => {
  const prefix = mentionAt(text, caret) ?? '';
  const start = caret - prefix.length;
  const insertion = `${fullName} `;
  return [text.slice(0, start) + insertion + text.slice(caret), start + insertion.length];
};

interface MentionOptionsProps {
  readonly id: string;
  readonly people: readonly Person[];
  readonly selectedIndex: number;
  readonly onChoose: (person: Person) => void;
}

const optionId = (listId: string, selectedIndex: number): string => `${listId}-${selectedIndex}`;

/** List of people to mention, above the message input. The input keeps the focus. */
const MentionOptions = ({ id, people, selectedIndex, onChoose }: MentionOptionsProps) => {
  const translate = useTranslate();
  if (people.length === 0) return null;
  return (
    <Paper sx={{ position: 'absolute', bottom: '100%', left: 12, right: 12, mb: 0.5, zIndex: 1 }}>
      <MenuList id={id} role="listbox" aria-label={translate('live.chat.people')} dense disablePadding>
        {people.map((person, index) => (
          <MenuItem
            key={person.id}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            selected={index === selectedIndex}
            aria-selected={index === selectedIndex}
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

/**
 * Returns the people to suggest while the user types after an `@`, and a handler of the keys that choose from their
 * list.
 */
const useMention = (input: RefObject<HTMLTextAreaElement | null>, text: string, setText: (text: string) => void) => {
  const [caret, setCaret] = useState(0);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const [dismissedPrefix, setDismissedPrefix] = useState<string>();
  const prefix = mentionAt(text, caret);
  const me = useAccount()?.Id;
  const candidates = (usePeople().data ?? []).filter(({ id }) => id !== me);
  const people = prefix === undefined || prefix === dismissedPrefix ? [] : suggestPeople(prefix, candidates);

  const choose = ({ fullName }: Person): void => {
    const [newText, newCaret] = completeMention(text, caret, fullName);
    setText(newText);
    setSelectedIndex(0);
    // The caret moves in the next animation frame, because only then the input has its new text.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(newCaret, newCaret);
    });
  };
  const keyHandlers: { readonly [key: string]: () => void } = {
    ArrowDown: () => setSelectedIndex((selectedIndex + 1) % people.length),
    ArrowUp: () => setSelectedIndex((selectedIndex + people.length - 1) % people.length),
    Enter: () => choose(people[selectedIndex] ?? people[0]!),
    Tab: () => choose(people[selectedIndex] ?? people[0]!),
    Escape: () => setDismissedPrefix(prefix),
  };
  return {
    people,
    selectedIndex: Math.min(selectedIndex, Math.max(0, people.length - 1)),
    choose,
    updateCaret: () => setCaret(input.current?.selectionStart ?? text.length),
    /** Handles a key press while the list of people is open. Returns false if the key has no effect there. */
    handleKey: (event: KeyboardEvent): boolean => {
      const keyHandler = people.length > 0 ? keyHandlers[event.key] : undefined;
      if (!keyHandler) return false;
      event.preventDefault();
      event.stopPropagation();
      keyHandler();
      return true;
    },
  };
};

interface RepliedMessageProps {
  readonly authorName: string;
  readonly text: string;
  readonly onCancel: () => void;
}

const RepliedMessage = ({ authorName, text, onCancel }: RepliedMessageProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, borderLeft: 2, borderColor: 'primary.main' }}>
      <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1, pl: 1 }}>
        {translate('live.chat.replyingTo', { name: authorName })}: {text}
      </Typography>
      <IconButton size="small" aria-label={translate('live.chat.cancelReply')} onClick={onCancel}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
};

const showRemainingBelow = 200;

interface MessageFieldProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly listId: string;
  readonly mention: ReturnType<typeof useMention>;
  readonly isUnsent: boolean;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Text box of a message. Screen readers learn of the list of people while the user types a mention. */
const MessageField = ({ ref, text, listId, mention, isUnsent, onChange, onKeyDown }: MessageFieldProps) => {
  const translate = useTranslate();
  const remaining = messageMaxLength - text.length;
  return (
    <TextField
      inputRef={ref}
      value={text}
      onChange={event => {
        onChange(event.target.value);
        mention.updateCaret();
      }}
      onKeyDown={onKeyDown}
      onSelect={mention.updateCaret}
      multiline
      maxRows={8}
      fullWidth
      placeholder={translate('live.chat.placeholder')}
      error={isUnsent}
      helperText={
        isUnsent
          ? translate('live.chat.notSent')
          : remaining < showRemainingBelow && translate('live.chat.left', { n: remaining })
      }
      slotProps={{
        htmlInput: {
          'aria-label': translate('live.chat.placeholder'),
          maxLength: messageMaxLength,
          'aria-autocomplete': 'list',
          ...(mention.people.length > 0 && {
            'aria-controls': listId,
            'aria-activedescendant': optionId(listId, mention.selectedIndex),
          }),
        },
      }}
    />
  );
};

interface Props {
  readonly accidentId: number | null;
}

/** Message input. Unsent text stays, even if the panel is closed. */
export const Composer = ({ accidentId }: Props) => {
  const translate = useTranslate();
  const { text, repliedTo, setText, setRepliedTo, removeSent } = useThreadDraft(accidentId);
  useUnsaved(text.trim() !== '');
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const mention = useMention(input, text, setText);
  const post = usePostMessage(accidentId);

  useEffect(() => {
    if (repliedTo) input.current?.focus();
  }, [repliedTo]);

  const send = () => {
    if (isInvisible(text) || post.isPending) return;
    // A failure to send is ignored here, because the panel may have closed meanwhile. The input itself shows the
    // failure.
    const message = { text, replyToId: repliedTo?.id ?? null };
    post.mutateAsync(message).then(
      () => removeSent(text),
      () => undefined,
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    if (mention.handleKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <Box sx={{ position: 'relative', flexShrink: 0, borderTop: 1, borderColor: 'divider', p: 1.5 }}>
      <MentionOptions
        id={listId}
        people={mention.people}
        selectedIndex={mention.selectedIndex}
        onChoose={mention.choose}
      />
      {repliedTo && <RepliedMessage {...repliedTo} onCancel={() => setRepliedTo(undefined)} />}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <MessageField
          ref={input}
          text={text}
          listId={listId}
          mention={mention}
          isUnsent={post.isError}
          onChange={setText}
          onKeyDown={handleKey}
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
