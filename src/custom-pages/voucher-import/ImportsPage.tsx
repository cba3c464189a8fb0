import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { DropFile } from './DropFile.tsx';
import { PastImports } from './PastImports.tsx';

/** Upload of a file, and past imports below. */
export const ImportsPage = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h1">{translate('routes.imports')}</Typography>
        <Typography color="textSecondary">{translate('imports.about')}</Typography>
      </Box>
      <DropFile />
      <PastImports />
    </Box>
  );
};
