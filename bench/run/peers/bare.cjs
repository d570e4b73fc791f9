// The least that sends the POST of a preview: what a step costs that does nothing else. CommonJS, since an import of
// node:http as a module loads its WebSocket too, which takes Node 24 longer than all the rest.
const { GREENROOM_BENCH_URL = "", GREENROOM_BENCH_BODY = "", GREENROOM_BENCH_KEY = "" } = process.env;
const { request } = GREENROOM_BENCH_URL.startsWith("https:") ? require("node:https") : require("node:http");

const headers = {
  authorization: `Bearer ${process.env.INPUT_TOKEN}`,
  "content-type": "application/json",
  "idempotency-key": GREENROOM_BENCH_KEY,
};
request(GREENROOM_BENCH_URL, { method: "POST", headers }, (response) => response.resume()).end(GREENROOM_BENCH_BODY);
