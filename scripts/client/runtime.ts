/** Body of every answer with status 400 and above. `Message` can be shown to users. */
export interface ErrorBody {
  Message: string;
  Code?: string;
  Errors?: { Field: string; Message: string }[];
  TraceId: string;
  Current?: unknown;
}

/** Error for an answer with status 400 or above. */
export class DrivedeskError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody | undefined,
  ) {
    super(body?.Message ?? `The server answered with status ${status}`);
    this.name = 'DrivedeskError';
  }
}

export interface ClientSettings {
  /** Origin of the server: `https://drivedesk.example.com`. */
  host: string;
  /** Returns the token of a session or the key of a platform. Called before each call. */
  token?: () => string | undefined;
  /** Language of error messages and of dictionary titles in the answers. */
  language?: 'ru' | 'en';
}

/** Options of a call besides its parameters and body. */
export interface Extras {
  /** File to upload, for a call that takes a file. */
  file?: File;
  signal?: AbortSignal;
  /**
   * Idempotency key. The server executes a request once, and answers a repetition with the same key without a second
   * effect.
   */
  idempotencyKey?: string;
}

interface Asked extends Extras {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const addressOf = (host: string, path: string, { params = {}, query = {} }: Asked): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return host + filled + (search.size > 0 ? `?${search}` : '');
};

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** Makes a call and returns the raw response, for bytes and streams. Throws DrivedeskError at status 400 and above. */
export const send = async (settings: ClientSettings, name: string, asked: Asked = {}): Promise<Response> => {
  const [method = 'GET', path = '/'] = name.split(' ');
  const { body, file, signal, idempotencyKey } = asked;
  const token = settings.token?.();
  const response = await fetch(addressOf(settings.host, path, asked), {
    method,
    headers: {
      'Accept-Language': settings.language ?? 'en',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(file ? { body: formOf(file) } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  throw new DrivedeskError(response.status, answer as ErrorBody | undefined);
};
