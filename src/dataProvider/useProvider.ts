import { useContext } from 'react';
import { DataProviderContext } from 'react-admin';
import type { CabinetProvider } from './index.ts';

/**
 * Returns the data provider with its additional methods. react-admin's `useDataProvider` is not used, because it hides
 * failures: after the end of a session it returns an empty record.
 */
export const useProvider = (): CabinetProvider => useContext(DataProviderContext) as CabinetProvider;
