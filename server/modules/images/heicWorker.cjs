// Plain JavaScript: a worker starts without what loads TypeScript for the server.
const { parentPort, workerData } = require('node:worker_threads');
const { all } = require('heic-decode');

/** Decodes the first picture of a HEIC file to RGBA. */
const decode = async ({ bytes, maximumPixels }) => {
  const [image] = await all({ buffer: bytes });
  const { width, height } = image;
  if (width * height > maximumPixels) return { tooLarge: true };
  const { data } = await image.decode();
  return { width, height, data };
};

decode(workerData).then(
  answer => parentPort.postMessage(answer, answer.data ? [answer.data.buffer] : []),
  error => parentPort.postMessage({ failure: String(error?.message ?? error) }),
);
