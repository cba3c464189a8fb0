import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { Notice } from '../../components/Notice.tsx';
import { useI18n } from '../../fields/useI18n.ts';

interface Props {
  /** Plural form for use after "no". */
  readonly noun: string;
  readonly onReset: () => void;
}

/** Replaces the rows if search and filters match none. */
export const NothingFound = ({ noun, onReset }: Props) => {
  const { translate } = useI18n();
  return (
    <Notice
      area="body"
      icon={SearchOff}
      title={translate('lists.nothing.title')}
      text={translate('lists.nothing.text', { noun })}
      action={
        <Button variant="outlined" onClick={onReset}>
          {translate('lists.filters.reset')}
        </Button>
      }
    />
  );
};
