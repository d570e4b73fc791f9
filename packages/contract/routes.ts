import type { RouteName } from "./paths.ts";
import type { Route } from "./route.ts";
import { APPROVALS_ROUTES } from "./routes/approvals.ts";
import { DEPLOYMENTS_ROUTES } from "./routes/deployments.ts";
import { DEVICE_ROUTES } from "./routes/device.ts";
import { SITES_ROUTES } from "./routes/sites.ts";
import { TARGETS_ROUTES } from "./routes/targets.ts";

/** Every operation, by name. */
export const ROUTES = {
  ...SITES_ROUTES,
  ...DEPLOYMENTS_ROUTES,
  ...APPROVALS_ROUTES,
  ...TARGETS_ROUTES,
  ...DEVICE_ROUTES,
} as const satisfies Record<RouteName, Route>;
