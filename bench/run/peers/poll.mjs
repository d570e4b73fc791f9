// Twenty waits for the end of one deployment that ask every so often, begun evenly spread over the interval.
// Prints when each saw it, on the clock that all processes of a machine share.
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const [url = "", token = "", interval = ""] = process.argv.slice(2);
const WAITS = 20;
const intervalMs = Number(interval);

const ask = () =>
  new Promise((resolve, reject) => {
    request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => (text += piece));
      response.on("end", () => resolve(JSON.parse(text).data.status));
    })
      .once("error", reject)
      .end();
  });

async function wait(phase) {
  await sleep((phase * intervalMs) / WAITS);
  for (;;) {
    await sleep(intervalMs);
    if ((await ask()) === "ready") return Number(process.hrtime.bigint()) / 1e6;
  }
}
console.log(JSON.stringify(await Promise.all(Array.from({ length: WAITS }, (_, phase) => wait(phase)))));
