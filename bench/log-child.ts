import { createServer } from "node:http";
import { z } from "zod";

// A service with one deployment, whose event stream is written as fast as it is read. A message with a number of
// lines gets how many bytes they are.

const RECORD = { id: "dep_bench1", siteId: "0198a5c4-0000-7000-8000-000000000001", environment: "preview" };
const LINES_A_BATCH = 200;
const at = "2026-11-20T10:00:00.000Z";
let frames: Buffer[] = [];
let ended = false;

const record = () => ({ ...RECORD, createdAt: at, status: ended ? "failed" : "building" });

const server = createServer((request, response) => {
  const json = (status: number, data: object) => {
    response.writeHead(status, { "content-type": "application/json", "idempotency-replayed": "false" });
    response.end(JSON.stringify({ ok: true, data }));
  };
  if (request.method === "POST") {
    ended = false;
    request.resume().once("end", () => json(202, record()));
  } else if (request.url?.endsWith("/events") === true) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let next = 0;
    const write = () => {
      while (next < frames.length) {
        const more = response.write(frames[next]);
        next += 1;
        if (next === frames.length) ended = true;
        if (!more) return void response.once("drain", write);
      }
      response.end();
    };
    write();
  } else json(200, record());
});

function framesOf(lines: number): Buffer[] {
  const made: Buffer[] = [];
  for (let first = 0; first < lines; first += LINES_A_BATCH) {
    const length = Math.min(LINES_A_BATCH, lines - first);
    const batch = Array.from({ length }, (_, n) => ({
      at,
      text: `line ${String(first + n).padStart(8, "0")} of a build`,
      n: first + n + 1,
    }));
    made.push(
      Buffer.from(`id: ${made.length + 1}\nevent: log\ndata: ${JSON.stringify({ stream: "build", lines: batch })}\n\n`),
    );
  }
  made.push(
    Buffer.from(`id: ${made.length + 1}\nevent: status\ndata: ${JSON.stringify({ status: "failed", at })}\n\n`),
  );
  return made;
}

process.on("message", (message) => {
  frames = framesOf(z.object({ lines: z.int() }).parse(message).lines);
  process.send?.({ bytes: frames.reduce((sum, frame) => sum + frame.length, 0) });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  process.send?.({
    baseUrl: `http://127.0.0.1:${port}`,
    siteId: RECORD.siteId,
    path: `/deployments/${RECORD.id}/events`,
  });
});
