import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import { compilingOnce, lazily } from '../engine/validation.ts';

/** Fastify's own serialiser, for schemas without references. */
export const compileAnswer = buildSerializers()({}, {});

const writerOf = compilingOnce(schema => compileAnswer({ schema } as Parameters<typeof compileAnswer>[0]));

/** Serialises answers by their schema. The schema is compiled with the first answer. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) => {
  const write = lazily(() => writerOf(schema as object));
  return data => write()(data);
};

/** Replaces an empty list in a serialised answer by JSON. `property` is the name of the list. */
export const withText = (answer: string, property: string, json: Uint8Array): Buffer => {
  const name = `"${property}":`;
  // No text in the answer contains this string, because quotes within a text are escaped.
  const at = answer.lastIndexOf(`${name}[]`) + name.length;
  return Buffer.concat([Buffer.from(answer.slice(0, at)), json, Buffer.from(answer.slice(at + '[]'.length))]);
};
