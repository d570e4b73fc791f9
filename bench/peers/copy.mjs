// Copies an event stream to stdout as it is: the floor of showing a log.
import { request } from "node:http";

request(process.argv[2] ?? "", (response) => response.pipe(process.stdout)).end();
