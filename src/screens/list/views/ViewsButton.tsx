import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { useState } from 'react';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { ControlButton } from '../ControlButton.tsx';
import { useListView } from '../view.tsx';

const ViewsMenu = lazyComponent('ViewsMenu', () => import('./ViewsMenu.tsx'), 'views');

export const ViewsButton = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const { i18n, chosenView } = useListView();
  const label = i18n.translate('lists.views.title');
  return (
    <>
      <ControlButton
        icon={<BookmarkBorder fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={chosenView?.Name}
        onClick={event => {
          setWasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {chosenView ? `${label}: ${chosenView.Name}` : label}
      </ControlButton>
      {wasOpened && (
        <LazyBoundary waiting={null}>
          <ViewsMenu anchor={anchor} onClose={() => setAnchor(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};
