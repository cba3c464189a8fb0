import Box from '@mui/material/Box';
import { type ReactNode, Suspense } from 'react';

export const Layout = ({ children }: { children?: ReactNode }) => (
  <Box component="main" sx={{ p: 2 }}>
    <Suspense>{children}</Suspense>
  </Box>
);
