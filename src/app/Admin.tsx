import { Children, isValidElement, type ReactNode, useState } from 'react';
import {
  CoreAdminContext,
  type CoreAdminContextProps,
  CoreAdminUI,
  type CoreAdminUIProps,
  type I18nProvider,
  Resource,
  ResourceDefinitionContextProvider,
  type ResourceProps,
} from 'react-admin';
import { TextsProvider } from '../i18n/TextsProvider.tsx';

/**
 * Replaces the translations of react-admin, which render nothing at first if their language differs from the stored
 * one. TextsProvider supplies the texts. It keeps the page and its inputs when the language changes.
 */
const passThroughI18n = {
  translate: (key: string) => key,
  changeLocale: async () => undefined,
  getLocale: () => undefined,
} as unknown as I18nProvider;

const resourceDefinitionsIn = (children: ReactNode) =>
  Object.fromEntries(
    Children.toArray(children).flatMap(child =>
      isValidElement<ResourceProps>(child) && child.type === Resource
        ? [[child.props.name, Resource.registerResource(child.props)]]
        : [],
    ),
  );

type AdminProps = Omit<CoreAdminContextProps & CoreAdminUIProps, 'children' | 'i18nProvider'> & {
  readonly children: ReactNode;
};

/**
 * Returns react-admin's <CoreAdmin>, which is <Admin> without its default look. The texts come from TextsProvider.
 * Resources are registered before the first render, because a later registration renders the page twice.
 */
export const Admin = ({
  authProvider,
  dataProvider,
  queryClient,
  routerProvider,
  store,
  children,
  ...uiProps
}: AdminProps) => {
  const [definitions] = useState(() => resourceDefinitionsIn(children));
  const contextProps = {
    authProvider,
    dataProvider,
    queryClient,
    routerProvider,
    store,
    i18nProvider: passThroughI18n,
  };
  return (
    <CoreAdminContext {...contextProps}>
      <TextsProvider>
        <ResourceDefinitionContextProvider definitions={definitions}>
          <CoreAdminUI {...uiProps}>{children}</CoreAdminUI>
        </ResourceDefinitionContextProvider>
      </TextsProvider>
    </CoreAdminContext>
  );
};
