import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { useListView } from '../view.tsx';

const ViewsMenu = lazyComponent('ViewsMenu', () => import('./ViewsMenu.tsx'));

/** Saved views of the list. What is behind the button is loaded when it is first pressed. */
export const ViewsButton = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [opened, setOpened] = useState(false);
  const { i18n, chosenView } = useListView();
  const label = i18n.translate('lists.views.title');
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{
          borderColor: 'divider',
          bgcolor: 'background.paper',
          fontWeight: 'fontWeightRegular',
          maxWidth: theme => theme.spacing(36),
        }}
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        data-key="views"
        title={chosenView?.Name}
        onClick={event => {
          setOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        <span className="cut">{chosenView ? `${label}: ${chosenView.Name}` : label}</span>
      </Button>
      {opened && (
        <LazyBoundary waiting={null}>
          <ViewsMenu anchor={anchor} onClose={() => setAnchor(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};
