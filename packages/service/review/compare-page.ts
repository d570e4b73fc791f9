import { MAX_BOXES } from "@greenroom/contract";

/**
 * What runs in the browser to compare pictures. Rows are aligned first by the longest runs of equal rows, so that what
 * only moved up or down is no difference; a pixel that has another colour, or is there on one side only, is one.
 */
export const COMPARE_PAGE = `
async function read(name) {
  return createImageBitmap(await (await fetch(name)).blob());
}

async function pixelsOf(name) {
  const bitmap = await read(name);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const words = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const rows = Array.from({ length: height }, (_, y) => {
    let [one, two] = [width, 0x811c9dc5];
    for (let at = y * width, end = at + width; at < end; at += 1) {
      one = Math.imul(one ^ words[at], 0x01000193);
      two = (Math.imul(two, 31) + words[at]) | 0;
    }
    return one + "," + two;
  });
  return { width, height, words, rows };
}

/** Pairs of rows in order; -1 where one side has none. [patience diff] */
function align(old, now) {
  const pairs = [];
  const between = (a, b, c, d, depth) => {
    for (; a < b && c < d && old[a] === now[c]; a += 1, c += 1) pairs.push([a, c]);
    let same = 0;
    while (a < b - same && c < d - same && old[b - 1 - same] === now[d - 1 - same]) same += 1;
    const [oldEnd, nowEnd] = [b - same, d - same];
    const found = depth < 20 ? anchors(old, now, [a, oldEnd, c, nowEnd]) : [];
    for (const [i, j] of found) {
      between(a, i, c, j, depth + 1);
      pairs.push([i, j]);
      [a, c] = [i + 1, j + 1];
    }
    if (found.length > 0) between(a, oldEnd, c, nowEnd, depth + 1);
    else {
      for (; a < oldEnd && c < nowEnd; a += 1, c += 1) pairs.push([a, c]);
      for (; a < oldEnd; a += 1) pairs.push([a, -1]);
      for (; c < nowEnd; c += 1) pairs.push([-1, c]);
    }
    for (let k = 0; k < same; k += 1) pairs.push([oldEnd + k, nowEnd + k]);
  };
  between(0, old.length, 0, now.length, 0);
  return pairs;
}

/** Rows that are there once on each side, as many of them as are in the same order. */
function anchors(old, now, [a, b, c, d]) {
  const once = (rows, from, to) => {
    const at = new Map();
    for (let y = from; y < to; y += 1) at.set(rows[y], at.has(rows[y]) ? -1 : y);
    return at;
  };
  const there = once(now, c, d);
  const both = [...once(old, a, b)].map(([row, i]) => [i, there.get(row) ?? -1]).filter(([i, j]) => i >= 0 && j >= 0);
  const piles = [];
  for (const pair of both) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (piles[middle].pair[1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair, before: piles[low - 1] };
  }
  const chain = [];
  for (let last = piles.at(-1); last; last = last.before) chain.push(last.pair);
  return chain.reverse();
}

function maskOf({ width, height }, regions) {
  if (regions.length === 0) return undefined;
  const mask = new Uint8Array(width * height);
  for (const { x, y, width: wide, height: high } of regions) {
    for (let row = y; row < Math.min(height, y + high); row += 1) {
      mask.fill(1, row * width + x, row * width + Math.min(width, x + wide));
    }
  }
  return mask;
}

/** Whether a row that a side lacks would lie within one of its regions; no more such rows than the region is high do. */
function isWithin(regions, x, { last, missing }) {
  return regions.some(({ x: left, y: top, width, height }) =>
    x >= left && x < left + width && last >= top && last + 1 < top + height && missing <= height);
}

const CELL = 16;

function differenceOf(old, now, masks) {
  const pairs = align(old.rows, now.rows);
  const [width, height] = [Math.max(old.width, now.width), pairs.length];
  const out = new ImageData(width, height);
  const paint = new Uint32Array(out.data.buffer);
  const [columns, lines] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = new Array(columns * lines);
  const [oldMask, nowMask] = [maskOf(old, masks.before), maskOf(now, masks.after)];
  /** The last row of each side so far, and how many rows it has lacked since. */
  const sides = [{ last: -1, missing: 0 }, { last: -1, missing: 0 }];
  let differing = 0;
  for (let y = 0; y < height; y += 1) {
    const [i, j] = pairs[y];
    for (const [side, row] of pairs[y].entries()) {
      sides[side] = row >= 0 ? { last: row, missing: 0 } : { last: sides[side].last, missing: sides[side].missing + 1 };
    }
    const isSame = i >= 0 && j >= 0 && old.rows[i] === now.rows[j];
    for (let x = 0; x < width; x += 1) {
      const was = i >= 0 && x < old.width ? i * old.width + x : -1;
      const is = j >= 0 && x < now.width ? j * now.width + x : -1;
      const color = was >= 0 ? old.words[was] : is >= 0 ? now.words[is] : 0xffffffff;
      const isMasked =
        (was >= 0 ? oldMask?.[was] === 1 : isWithin(masks.before, x, sides[0])) ||
        (is >= 0 ? nowMask?.[is] === 1 : isWithin(masks.after, x, sides[1]));
      const isEqual = isSame || (was >= 0 && is >= 0 && old.words[was] === now.words[is]);
      if (isEqual || isMasked) {
        const fade = (shift) => 255 - Math.round((255 - ((color >>> shift) & 255)) * 0.2);
        paint[y * width + x] = ((255 << 24) | (fade(16) << 16) | (fade(8) << 8) | fade(0)) >>> 0;
        continue;
      }
      differing += 1;
      paint[y * width + x] = 0xff6200d9;
      const at = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      const cell = (cells[at] ??= { left: x, right: x, top: y, bottom: y });
      cell.left = Math.min(cell.left, x);
      cell.right = Math.max(cell.right, x);
      cell.bottom = y;
    }
  }
  return { pairs, width, height, out, differing, areas: areasOf(cells, columns, lines) };
}

const joined = (one, two) => ({
  left: Math.min(one.left, two.left),
  right: Math.max(one.right, two.right),
  top: Math.min(one.top, two.top),
  bottom: Math.max(one.bottom, two.bottom),
});

/** Cells that are near each other are one area. */
function areasOf(cells, columns, lines) {
  const areas = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (!cells[start]) continue;
    let area = cells[start];
    const waiting = [start];
    cells[start] = undefined;
    while (waiting.length > 0) {
      const at = waiting.pop();
      const [line, column] = [Math.floor(at / columns), at % columns];
      for (let y = Math.max(0, line - 2); y <= Math.min(lines - 1, line + 2); y += 1) {
        for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1) {
          const near = y * columns + x;
          if (!cells[near]) continue;
          area = joined(area, cells[near]);
          cells[near] = undefined;
          waiting.push(near);
        }
      }
    }
    areas.push(area);
  }
  areas.sort((one, two) => one.top - two.top || one.left - two.left);
  const rest = areas.slice(${MAX_BOXES - 1});
  return rest.length < 2 ? areas : [...areas.slice(0, ${MAX_BOXES - 1}), rest.reduce(joined)];
}

/** Rows of one side in a range of pairs; of no height after the row before, when there is none. */
function rowsOf(pairs, side, top, bottom) {
  const there = pairs.slice(top, bottom + 1).map((pair) => pair[side]).filter((row) => row >= 0);
  if (there.length > 0) return { y: there[0], height: there.at(-1) - there[0] + 1 };
  for (let at = top - 1; at >= 0; at -= 1) if (pairs[at][side] >= 0) return { y: pairs[at][side] + 1, height: 0 };
  return { y: 0, height: 0 };
}

/** Where a picture differs from another one of the same page, with a margin. */
function unstableOf(first, again) {
  if (!again) return [];
  const { pairs, areas } = differenceOf(first, again, { before: [], after: [] });
  return areas.map(({ left, right, top, bottom }) => {
    const { y, height } = rowsOf(pairs, 0, top, bottom);
    const [x, upper] = [Math.max(0, left - 4), Math.max(0, y - 4)];
    return { x, y: upper, width: right - x + 5, height: y + height - upper + 4 };
  });
}

window.compare = async ({ before, after, beforeAgain, afterAgain }) => {
  const [old, now, oldAgain, nowAgain] = await Promise.all(
    [before, after, beforeAgain, afterAgain].map((name) => (name === undefined ? undefined : pixelsOf(name))),
  );
  const unstable = { before: unstableOf(old, oldAgain), after: unstableOf(now, nowAgain) };
  const { pairs, width, height, out, differing, areas } = differenceOf(old, now, unstable);
  const boxes = areas.map(({ left, right, top, bottom }) => ({
    x: left,
    width: right - left + 1,
    before: rowsOf(pairs, 0, top, bottom),
    after: rowsOf(pairs, 1, top, bottom),
  }));
  let png = "";
  if (differing > 0) {
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").putImageData(out, 0, 0);
    png = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer()).toBase64();
  }
  return { differing, pixels: width * height, png, boxes, unstable };
};

window.thumbnail = async (name, width, height, maxBytes) => {
  const picture = await read(name);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  const shown = Math.min(picture.height, Math.round((picture.width * height) / width));
  context.drawImage(picture, 0, 0, picture.width, shown, 0, 0, width, Math.round((shown * width) / picture.width));
  for (const quality of [0.9, 0.75, 0.5, 0.25, 0]) {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    if (blob.size <= maxBytes) return new Uint8Array(await blob.arrayBuffer()).toBase64();
  }
};
`;
