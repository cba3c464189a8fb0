import { Navigate, Route, Routes } from 'react-router';
import { places } from '../../routes/table.ts';
import { AskManager } from './AskManager.tsx';
import { LoginPage } from './LoginPage.tsx';

/** What is open without signing in. */
export const AuthPages = () => (
  <Routes>
    <Route path="login" element={<LoginPage />} />
    <Route path="register" element={<AskManager about="register" />} />
    <Route path="forgot" element={<AskManager about="forgot" />} />
    <Route path="*" element={<Navigate to={places.login} replace />} />
  </Routes>
);
