import type { CallName } from '../contract/index.ts';
import { api } from './client.ts';

type LegacyPath<Method extends string> = CallName extends infer Name
  ? Name extends `${Method} /api/v${string}`
    ? never
    : Name extends `${Method} /api${infer Path}`
      ? Path
      : never
  : never;

const callWith =
  <Method extends 'GET' | 'POST'>(method: Method) =>
  <Path extends LegacyPath<Method>>(path: Path) =>
    api(`${method} /api${path}` as `${Method} /api${Path}` & CallName);

/** Calls of the first API, without a version in the path: the prefix is `/api`, and only GET and POST exist. */
export const legacyApi = { get: callWith('GET'), post: callWith('POST') } as const;
