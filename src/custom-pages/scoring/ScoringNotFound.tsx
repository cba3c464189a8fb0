import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';

const texts = {
  notFound: { title: 'scoring.notFound.title', help: 'scoring.notFound.help', back: 'scoring.notFound.back' },
  trip: { title: 'scoring.trip.notFound', help: 'scoring.trip.notFoundHelp', back: 'scoring.trip.back' },
} as const;

/** Shown for an unknown voucher, vehicle or trip. A link leads to a page that exists. */
export const ScoringNotFound = ({ kind, to = '/cabinet/scoring/' }: { kind: keyof typeof texts; to?: string }) => {
  const translate = useTranslate();
  const { title, help, back } = texts[kind];
  return (
    <Notice
      area="page"
      role="alert"
      icon={SearchOff}
      title={translate(title)}
      text={translate(help)}
      action={
        <Button component={Link} to={to} variant="contained">
          {translate(back)}
        </Button>
      }
    />
  );
};
