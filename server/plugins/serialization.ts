import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import { lazily } from './validation.ts';

/** Fastify's own, of schemas without references. */
export const compileAnswer = buildSerializers()({}, {});

/** Answers are written by their schema, which is compiled with the first one. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = definition => {
  const write = lazily(() => compileAnswer(definition as Parameters<typeof compileAnswer>[0]));
  return data => write()(data);
};
