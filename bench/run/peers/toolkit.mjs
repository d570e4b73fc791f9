// The same POST by the two packages that the actions of this repository stand on.
import * as core from "@actions/core";
import { HttpClient } from "@actions/http-client";

core.setSecret(core.getInput("token"));
const { GREENROOM_BENCH_URL = "", GREENROOM_BENCH_BODY = "", GREENROOM_BENCH_KEY = "" } = process.env;
const response = await new HttpClient("bench").post(GREENROOM_BENCH_URL, GREENROOM_BENCH_BODY, {
  authorization: `Bearer ${core.getInput("token")}`,
  "content-type": "application/json",
  "idempotency-key": GREENROOM_BENCH_KEY,
});
await response.readBody();
