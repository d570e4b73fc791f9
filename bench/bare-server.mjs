// A server with nothing in it: the floor of a start.
import { createServer } from "node:http";

const server = createServer((_, response) => response.end());
server.listen(0, "127.0.0.1", () => console.log("ready"));
