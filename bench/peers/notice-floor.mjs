// The least that tells of a ready preview: follows the event stream, and at its end sends the status of the deployment
// record and the comment on open connections, with code that has run before.
import { Agent, request } from "node:http";

const { SERVICE_URL, TOKEN, GITHUB_URL, GITHUB_TOKEN, STATUSES_PATH, COMMENT_PATH, TEXT } = process.env;
const agent = new Agent({ keepAlive: true });
const github = { authorization: `Bearer ${GITHUB_TOKEN}`, "content-type": "application/json", "user-agent": "floor" };

const send = (method, path, body) =>
  new Promise((resolve, reject) => {
    request(new URL(path, GITHUB_URL), { method, headers: github, agent }, (response) => {
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end(JSON.stringify(body));
  });
const tell = (state, body) =>
  Promise.all([send("POST", STATUSES_PATH, { state }), send("PATCH", COMMENT_PATH, { body })]);

await tell("in_progress", "Building");
await tell("in_progress", "Building");
request(SERVICE_URL, { headers: { authorization: `Bearer ${TOKEN}`, accept: "text/event-stream" } }, (response) => {
  response.setEncoding("utf8");
  let seen = "";
  response.on("data", (piece) => {
    seen += piece;
    if (!seen.includes('"status":"ready"')) return;
    response.destroy();
    void tell("success", TEXT).then(() => agent.destroy());
  });
}).end();
