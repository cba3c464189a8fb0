import Box from '@mui/material/Box';
import { config } from '../../config.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { Basket } from './Basket.tsx';
import { PastExports } from './PastExports.tsx';

/** Selected records that can be exported, and past exports below them. */
export const ExportsPage = () => {
  const selections = useSelections();
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      {config.layout.cart && <Basket selections={selections} />}
      <PastExports />
    </Box>
  );
};
