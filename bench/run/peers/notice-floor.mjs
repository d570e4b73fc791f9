// The least that tells of a ready preview: follows the event stream, and at its end sends the status of the deployment
// record and the comment on open connections, with code that has run before. With `CONFIRM` it first sends what the action
// must know before it may write: at once, and waits for all of it.
import { Agent, request } from "node:http";

const { DEPLOYMENT_URL, SITE_ID, TOKEN, GITHUB_URL, GITHUB_TOKEN, STATUSES_PATH, COMMENT_PATH, TEXT } = process.env;
const agent = new Agent({ keepAlive: true });
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const github = { ...json, authorization: `Bearer ${GITHUB_TOKEN}`, "user-agent": "floor" };
const service = { ...json, authorization: `Bearer ${TOKEN}`, "mcp-protocol-version": "2025-06-18" };

const send = (url, headers, method = "GET", body) =>
  new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, (response) => response.resume().once("end", resolve))
      .once("error", reject)
      .end(body && JSON.stringify(body));
  });
const statuses = new URL(STATUSES_PATH, GITHUB_URL);
const comment = new URL(COMMENT_PATH, GITHUB_URL);
const tell = (state, body) =>
  Promise.all([send(statuses, github, "POST", { state }), send(comment, github, "PATCH", { body })]);

const id = new URL(DEPLOYMENT_URL).pathname.split("/").at(-1);
const named = { siteId: SITE_ID, sourceDeploymentId: id, intent: "prepare" };
const ask = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "request_publish", arguments: named } };
const confirm = async () => {
  if (process.env.CONFIRM === undefined) return;
  const link = send(new URL("/mcp", DEPLOYMENT_URL), service, "POST", ask);
  await Promise.all([send(DEPLOYMENT_URL, service), link, send(comment, github)]);
};

await confirm();
await tell("in_progress", "Building");
await confirm();
await tell("in_progress", "Building");
request(`${DEPLOYMENT_URL}/events`, { headers: { ...service, accept: "text/event-stream" } }, (response) => {
  response.setEncoding("utf8");
  let seen = "";
  response.on("data", (piece) => {
    seen += piece;
    if (!seen.includes('"status":"ready"')) return;
    response.destroy();
    void confirm()
      .then(() => tell("success", TEXT))
      .then(() => agent.destroy());
  });
}).end();
