import Box from '@mui/material/Box';
import { config } from '../../config.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { Basket } from './Basket.tsx';
import { PastExports } from './PastExports.tsx';

/** Lists that were written as files; above them what was chosen to be written. */
export const ExportsPage = () => {
  const selections = useSelections();
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      {config.layout.cart && <Basket selections={selections} />}
      <PastExports />
    </Box>
  );
};
