import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import type { Person } from './mention.ts';

interface Props {
  readonly id: string;
  readonly people: readonly Person[];
  readonly at: number;
  readonly onChoose: (person: Person) => void;
}

export const personId = (listId: string, at: number): string => `${listId}-${at}`;

/** Mention suggestions above the input. The input keeps the focus. */
export const MentionOptions = ({ id, people, at, onChoose }: Props) => {
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
