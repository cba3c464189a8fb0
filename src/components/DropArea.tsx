import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly disabled: boolean;
  readonly onDrop: (dropped: DataTransfer) => void;
  /** Adds space around the content. Used on a page whose main element is the drop area. */
  readonly hasPadding?: boolean;
  readonly children: ReactNode;
}

/** A framed area that accepts dropped files. */
export const DropArea = ({ disabled, onDrop, hasPadding = false, children }: Props) => {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const colour = hasPadding ? 'background.paper' : 'transparent';
  return (
    <Box
      onDragOver={event => {
        event.preventDefault();
        setDraggedOver(!disabled);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={event => {
        event.preventDefault();
        setDraggedOver(false);
        if (!disabled) onDrop(event.dataTransfer);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: hasPadding ? 1 : 0.5,
        p: hasPadding ? 3 : 1.5,
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderRadius: 1,
        borderColor: isDraggedOver ? 'primary.main' : 'divider',
        bgcolor: isDraggedOver ? 'action.hover' : colour,
      }}
    >
      {children}
    </Box>
  );
};
