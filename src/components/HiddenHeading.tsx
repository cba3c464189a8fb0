import { styled } from '@mui/material/styles';

/** Visually hidden h1 of a page whose name is in the breadcrumbs. */
export const HiddenHeading = styled('h1')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
