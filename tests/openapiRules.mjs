import { createConfig, lintFromString } from '@redocly/openapi-core';

// Its types work out the whole of its configuration from a schema, a twentieth of what the compiler takes: declared beside this.
/** @param {object} document @param {Readonly<Record<string, 'off'>>} rules */
export const lintOpenApi = async (document, rules) => {
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ ruleId, message, location }) => ({ ruleId, text: `${message} ${location[0]?.pointer}` }));
};
