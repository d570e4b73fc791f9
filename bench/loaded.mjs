// Loaded into a measured process: writes which files it had loaded when its first request left.
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

const files = [];
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url.startsWith("file:")) files.push({ url, bytes: Buffer.byteLength(loaded.source ?? "") });
    return loaded;
  },
});
subscribe("http.client.request.start", () => {
  writeFileSync(process.env.GREENROOM_BENCH_LOADED ?? "", JSON.stringify(files));
});
