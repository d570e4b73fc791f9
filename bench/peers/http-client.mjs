// The same POST by the transport the actions of this repository use.
import { HttpClient } from "@actions/http-client";

const { GREENROOM_BENCH_URL = "", GREENROOM_BENCH_BODY = "", GREENROOM_BENCH_KEY = "" } = process.env;
const response = await new HttpClient("bench").post(GREENROOM_BENCH_URL, GREENROOM_BENCH_BODY, {
  authorization: `Bearer ${process.env.INPUT_TOKEN}`,
  "content-type": "application/json",
  "idempotency-key": GREENROOM_BENCH_KEY,
});
await response.readBody();
