import { Route, Routes } from 'react-router';
import { LoginPage } from './LoginPage.tsx';

/** What is open without signing in. */
export const AuthPages = () => (
  <Routes>
    <Route path="*" element={<LoginPage />} />
  </Routes>
);
