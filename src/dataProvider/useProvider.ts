import { DataProviderContext } from 'ra-core';
import { useContext } from 'react';
import type { CabinetProvider } from './index.ts';

/**
 * The data provider itself, with its calls that are no verbs of react-admin's. What useDataProvider makes of it answers a
 * call of an ended session with an empty record instead of failing it.
 */
export const useProvider = (): CabinetProvider => useContext(DataProviderContext) as CabinetProvider;
