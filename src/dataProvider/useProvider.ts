import { useContext } from 'react';
import { DataProviderContext } from 'react-admin';
import type { CabinetProvider } from './index.ts';

/**
 * Returns the data provider with its additional calls. useDataProvider is not used, because it answers a call of an
 * ended session with an empty record instead of a failure.
 */
export const useProvider = (): CabinetProvider => useContext(DataProviderContext) as CabinetProvider;
