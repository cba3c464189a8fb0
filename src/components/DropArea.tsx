import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly disabled: boolean;
  readonly onDrop: (dropped: DataTransfer) => void;
  /** True adds space around the content, for a page whose main element is the drop area. */
  readonly roomy?: boolean;
  readonly children: ReactNode;
}

/** A framed area that accepts dropped files. */
export const DropArea = ({ disabled, onDrop, roomy = false, children }: Props) => {
  const [over, setOver] = useState(false);
  const colour = roomy ? 'background.paper' : 'transparent';
  return (
    <Box
      onDragOver={event => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onDrop(event.dataTransfer);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: roomy ? 1 : 0.5,
        p: roomy ? 3 : 1.5,
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderRadius: 1,
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : colour,
      }}
    >
      {children}
    </Box>
  );
};
