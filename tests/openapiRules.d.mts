/** What the recommended rules of OpenAPI find in a document, those named excepted. */
export declare const lintOpenApi: (
  document: object,
  rules: Readonly<Record<string, 'off'>>,
) => Promise<readonly { readonly ruleId: string; readonly text: string }[]>;
