import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { PageActions } from '../../components/PageActions.tsx';
import { useNextCase } from '../../components/useNextCase.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';

/** Pages on which work begins: the desk and the list of new accidents. */
const startPaths: readonly string[] = ['/', '/cabinet/', '/cabinet/dashboard/', '/cabinet/accidents/opened/'];

/** Button that opens the next case, on the pages on which work begins. It loads after the first page. */
export const NextCaseButton = () => {
  const translate = useTranslate();
  const openNextCase = useNextCase();
  if (!startPaths.includes(usePublicPath())) return null;
  return (
    <PageActions>
      <Button size="small" variant="outlined" title="X" onClick={() => void openNextCase()}>
        {translate('frame.actions.next')}
      </Button>
    </PageActions>
  );
};
