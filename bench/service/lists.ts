import { pino } from "pino";
import { createApp } from "../../packages/service/http/app.ts";
import { type Curve, type Figure, type Measured, type Point, type Progress, quantile, timed } from "../measure.ts";
import { addDeployments, instantOf, openBenchContext } from "./bench-context.ts";

const SIZES = [100, 10_000, 100_000];
const PAGES = 200;

/** Time to respond with a page of fifty, of workspaces that differ only in how many deployments they have. */
export async function lists(progress: Progress): Promise<Measured> {
  const stores = [];
  for (const size of SIZES) {
    stores.push(await fill(size));
    progress(`${size} deployments are in place`);
  }
  // The requests differ in the position in the list, and in the filter for the rare ones.
  const requests = [
    { name: "first page", path: () => "/deployments?limit=50" },
    { name: "page in the middle", path: (size: number) => `/deployments?limit=50&until=${instantOf(size / 2)}` },
    { name: "page of the failed", path: () => "/deployments?limit=50&status=failed" },
  ];
  const figures: Figure[] = [];
  const series: { readonly name: string; readonly points: readonly Point[] }[] = [];
  for (const { name, path } of requests) {
    const times = stores.map((): number[] => []);
    for (let page = 0; page < PAGES; page += 1) {
      for (const [index, store] of stores.entries()) times[index]?.push(await timed(() => store.get(path(store.size))));
    }
    progress(`${name} was requested ${PAGES} times of each`);
    const medians = stores.map(({ size }, index): Point => [size, quantile(times[index] ?? [], 0.5)]);
    const [[fewest, least] = [0, Number.NaN]] = medians;
    const [most, value] = medians.at(-1) ?? [0, Number.NaN];
    figures.push({
      name: `${name} of ${most.toLocaleString("en-US")} deployments`,
      value,
      unit: "ms",
      beside: { name: `of ${fewest}`, value: least },
      ratio: value / least,
      better: "less",
      goal: "at most 2",
    });
    series.push({ name, points: medians });
  }
  for (const { close } of stores) await close();
  const curve: Curve = { name: "lists", title: "A page of fifty", work: "deployments", unit: "ms", series };
  return { figures, curves: [curve] };
}

async function fill(size: number) {
  const { context, seeded } = await openBenchContext(":memory:");
  const app = createApp({ ...context, log: pino({ level: "silent" }) });
  await addDeployments(context, seeded, size);
  return {
    size,
    async get(path: string) {
      const response = await app.request(path, { headers: { Authorization: `Bearer ${seeded.tokens.pat}` } });
      if (response.status !== 200) throw new Error(`a list got status ${response.status}`);
      await response.text();
    },
    close: () => context.db.destroy(),
  };
}
