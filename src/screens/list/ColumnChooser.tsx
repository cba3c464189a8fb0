import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { type ReactNode, useId, useState } from 'react';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { ControlButton } from './ControlButton.tsx';
import { useListView } from './view.tsx';

const ListPopover = lazyComponent('ListPopover', () => import('./ListPopover.tsx'));

interface Props {
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

const PopoverButton = ({ label, icon, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const id = useId();
  return (
    <>
      <ControlButton
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor && id}
        onClick={event => {
          setWasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {label}
      </ControlButton>
      {wasOpened && (
        <LazyBoundary waiting={null}>
          <ListPopover id={id} label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
            {children}
          </ListPopover>
        </LazyBoundary>
      )}
    </>
  );
};

// The popover waits until this component is loaded, so that it opens complete.
const ColumnList = lazyComponent('ColumnList', () => import('./ColumnList.tsx'));

export const ColumnChooser = () => {
  const { i18n } = useListView();
  return (
    <PopoverButton label={i18n.translate('lists.columns')} icon={<ViewColumnOutlined fontSize="small" />}>
      <ColumnList />
    </PopoverButton>
  );
};
