import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import { cacheCompiler, makeLazy } from '../engine/validation.ts';

/** Fastify's own serialiser, for schemas without references. */
export const compileAnswer = buildSerializers()({}, {});

const compiledSerializer = cacheCompiler(schema => compileAnswer({ schema } as Parameters<typeof compileAnswer>[0]));

/** Serialises answers by their schema. The schema is compiled with the first answer. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) => {
  const serialize = makeLazy(() => compiledSerializer(schema as object));
  return data => serialize()(data);
};

/** Replaces an empty list in a serialised answer by JSON. `property` is the name of the list. */
export const insertJson = (answer: string, property: string, json: Uint8Array): Buffer => {
  const propertyText = `"${property}":`;
  // No text in the answer contains this string, because quotes within a text are escaped.
  const listStart = answer.lastIndexOf(`${propertyText}[]`) + propertyText.length;
  return Buffer.concat([
    Buffer.from(answer.slice(0, listStart)),
    json,
    Buffer.from(answer.slice(listStart + '[]'.length)),
  ]);
};
