import { styled } from '@mui/material/styles';

/** First heading of a page whose name already stands in the breadcrumbs: heard, not seen. */
export const HiddenHeading = styled('h1')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
