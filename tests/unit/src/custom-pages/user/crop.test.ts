import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampCrop,
  cropRectangle,
  dragCrop,
  maxZoom,
  wholeCrop,
} from '../../../../../src/custom-pages/user/picture/CropDialog.tsx';

const wide = { width: 900, height: 600 };

describe('the square cut out of a picture', () => {
  it('is its middle at first, as large as fits', () => {
    expect(cropRectangle(wide, wholeCrop)).toEqual({ left: 150, top: 0, side: 600 });
  });

  it('follows the picture that is pulled under it', () => {
    const crop = dragCrop(wide, { zoom: 2, x: 0.5, y: 0.5 }, { x: 100, y: 0 }, 300);
    expect(cropRectangle(wide, crop)).toEqual({ left: 200, top: 150, side: 300 });
  });

  it('never looks past an edge', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
    const crop = fc.record({
      zoom: fc.double({ min: -1, max: 10, noNaN: true }),
      x: fc.double({ min: -2, max: 3, noNaN: true }),
      y: fc.double({ min: -2, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(size, crop, (size, crop) => {
        const { left, top, side } = cropRectangle(size, clampCrop(size, crop));
        const slack = 1e-6 * Math.max(size.width, size.height);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack);
        expect(left + side).toBeLessThanOrEqual(size.width + slack);
        expect(top + side).toBeLessThanOrEqual(size.height + slack);
        expect(side * maxZoom).toBeGreaterThanOrEqual(Math.min(size.width, size.height) - slack);
      }),
    );
  });
});
