/** Square crop of a picture. */
export interface Crop {
  /** Zoom factor. At 1 the shorter side of the picture fills the crop. */
  readonly zoom: number;
  /** Centre as fractions of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** Returns the side of the crop in picture pixels. */
const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

const within = (value: number, margin: number): number => Math.min(1 - margin, Math.max(margin, value));

/** Returns a crop within the picture. */
export const clampCrop = (size: Size, { zoom, x, y }: Crop): Crop => {
  const near = Math.min(maxZoom, Math.max(1, zoom));
  const side = sideOf(size, near);
  return { zoom: near, x: within(x, side / 2 / size.width), y: within(y, side / 2 / size.height) };
};

/** Returns the crop in picture pixels. */
export const cropRectangle = (size: Size, crop: Crop) => {
  const { zoom, x, y } = clampCrop(size, crop);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
};

/** Returns the crop after dragging the picture by `by` pixels in a window of this width. */
export const dragCrop = (size: Size, crop: Crop, by: { readonly x: number; readonly y: number }, windowPx: number) => {
  const scale = sideOf(size, crop.zoom) / windowPx;
  return clampCrop(size, {
    zoom: crop.zoom,
    x: crop.x - (by.x * scale) / size.width,
    y: crop.y - (by.y * scale) / size.height,
  });
};
