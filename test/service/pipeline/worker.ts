import { openPlace } from "./place.ts";

/** A worker in a process of its own over the folder named as argument; it is killed, never stopped. */
const place = await openPlace({ data: process.argv[2] ?? "", leaseMs: 600, pollMs: 50 });
place.builds.start();
