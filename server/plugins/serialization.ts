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

/** Puts JSON in the place of an empty list that is a property of the answer. */
export const withText = (answer: string, property: string, json: Uint8Array): Buffer => {
  const name = `"${property}":`;
  // Quotes within a text are escaped, so that no text contains this.
  const at = answer.lastIndexOf(`${name}[]`) + name.length;
  return Buffer.concat([Buffer.from(answer.slice(0, at)), json, Buffer.from(answer.slice(at + '[]'.length))]);
};
