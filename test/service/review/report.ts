import type { Report } from "../../../packages/service/domain/comparison.ts";

/** A report of pages that changed, and of others that were not rendered. */
export const reportOf = (changed: number, notRendered: Report["notRendered"] = []): Report => ({
  summary: {
    changed,
    added: 0,
    removed: 0,
    notRendered: notRendered.length,
    brokenLinks: { new: 0, fixed: 0 },
    errors: { new: 0, fixed: 0 },
    accessibility: { new: 0, fixed: 0 },
    weight: {},
  },
  pages: [],
  notRendered,
  brokenLinks: [],
  rules: [],
});

/** What a comparison keeps without a picture. */
export const NO_FILES = { pictures: [], thumbnails: [], renders: [], maker: "" };
