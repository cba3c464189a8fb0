import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../src/contract/messages/index.ts';

/** First supported language of the caller's preferences. Russian if there is none. */
export const localeOf = (request: FastifyRequest): Locale => {
  const languages = String(request.headers['accept-language'] ?? '')
    .split(',')
    .map(part => part.trim().slice(0, 2).toLowerCase());
  return (languages.find(language => language === 'ru' || language === 'en') as Locale | undefined) ?? 'ru';
};
