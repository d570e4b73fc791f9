import { expect, test } from "vitest";
import { openUpload, type UploadRow } from "../../../packages/service/store/deployments/uploads.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { reserveDisk } from "../../../packages/service/store/files/disk-room.ts";
import { addDeployment } from "../fixtures.ts";
import { context, first, openApp } from "../http/app.ts";

const FREE = { bytes: 100, sizeBytes: 100, files: 0, maxFiles: 0 };
const HOUR_MS = 60 * 60_000;

openApp();
async function upload(size: number): Promise<void> {
  const later = new Date(context.clock.now() + HOUR_MS).toISOString();
  const id = await addDeployment(context, first, { upload: "waiting", upload_expires_at: later });
  const row = await requireRow(context.db, "deployments", { id });
  const deps = { ...context, freeSpace: async () => FREE };
  await openUpload(deps, row satisfies UploadRow, [{ path: "a", sha256: id.slice(-32).repeat(2), size }]);
}

const backup = (bytes: number) => reserveDisk(context, { name: "backup", bytes, free: FREE });

test("what a backup reserves is no room for uploads, until its end", async () => {
  const reserved = await backup(60);
  await expect(upload(40)).rejects.toMatchObject({ code: "try_again" });
  await reserved?.[Symbol.asyncDispose]();
  await upload(40);
});

test("a backup begins only with room beside what open uploads have yet to send", async () => {
  await upload(50);
  expect(await backup(51)).toBeUndefined();
  expect(await backup(50)).toBeDefined();
});

test("a reservation of a process that was lost ends by itself, and with the next one of its name", async () => {
  await backup(100);
  expect(await backup(100)).toBeDefined();
  await expect(upload(10)).rejects.toMatchObject({ code: "try_again" });
  context.clock.advance(HOUR_MS);
  await upload(10);
});
