import simpleRestProvider from 'ra-data-simple-rest';
import { type DataProvider, fetchUtils, type HttpError } from 'react-admin';
import { ApiError, parseErrorAnswer } from '../api/client.ts';
import { readToken } from '../api/token.ts';
import { config } from '../config.ts';
import { currentLocale } from '../i18n/locale.ts';

/** Sends an API request with the session's token and the language. Throws the same errors as all other API calls. */
const request: typeof fetchUtils.fetchJson = async (url, options = {}) => {
  const headers = new Headers(options.headers);
  const token = readToken();
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', currentLocale());
  if (token) headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetchUtils.fetchJson(url, { ...options, headers });
  } catch (error) {
    const { status, body } = error as HttpError;
    throw typeof status === 'number' ? new ApiError(status, parseErrorAnswer(body), token ?? null) : error;
  }
};

/** Data provider for resources in the dialect of ra-data-simple-rest, under /api/v3/. */
export const simpleRest = (): DataProvider => simpleRestProvider(`${config.host}/api/v3`, request);
