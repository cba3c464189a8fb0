import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { Notice } from '../../components/Notice.tsx';
import { useI18n } from '../../fields/useI18n.ts';

interface Props {
  /** Number that selects the plural form after "no". In Russian it is the form for 5: «нет аварий». */
  readonly noun: string;
  readonly onReset: () => void;
}

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
