import { createConfig, lintFromString } from '@redocly/openapi-core';

// The library infers its whole configuration from a schema, which takes a twentieth of the type checker's time. The
// types are therefore declared in openapiRules.d.mts.
/** @param {object} document @param {Readonly<Record<string, 'off'>>} rules */
export const lintOpenApi = async (document, rules) => {
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ ruleId, message, location }) => ({ ruleId, text: `${message} ${location[0]?.pointer}` }));
};
