// Plain JavaScript: a worker starts without what loads TypeScript for the server.
const { parentPort, workerData } = require('node:worker_threads');
const libheif = require('libheif-js/wasm-bundle');
const sharp = require('sharp');

const channels = 3;

/** Decodes a picture to RGB. The result is a view of the decoder's memory, because a copy would double the memory. */
const decode = async image => {
  const { heif_colorspace, heif_chroma, heif_channel } = libheif;
  const decoded = await libheif.heif_js_decode_image2(
    image.handle,
    heif_colorspace.heif_colorspace_RGB,
    heif_chroma.heif_chroma_interleaved_RGB,
  );
  const plane = decoded?.channels?.find(({ id }) => id === heif_channel.heif_channel_interleaved);
  if (!plane) throw new Error('The picture cannot be decoded');
  const { data, width, height, stride } = plane;
  const rowBytes = width * channels;
  // The decoder may leave a gap behind each row.
  if (stride !== rowBytes)
    for (let row = 1; row < height; row += 1) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  return { data: data.subarray(0, height * rowBytes), width, height };
};

/** Decodes the first picture of a HEIC file, and shrinks it to the longest side. */
const draw = async ({ bytes, maximumPixels, longSidePx }) => {
  await libheif.ready;
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('The file has no picture');
  if (image.get_width() * image.get_height() > maximumPixels) return { tooLarge: true };
  const { data, width, height } = await decode(image);
  const shrunk = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: shrunk.data, width: shrunk.info.width, height: shrunk.info.height };
};

draw(workerData).then(
  answer => parentPort.postMessage(answer),
  error => parentPort.postMessage({ failure: String(error?.message ?? error) }),
);
