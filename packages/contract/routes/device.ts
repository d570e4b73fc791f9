import { DeviceAuthorization, DeviceToken } from "../device.ts";
import { PATHS } from "../paths.ts";
import type { Route } from "../route.ts";

/**
 * Operations of the device flow, for OAuth clients.
 * @see Interface §4
 */
export const DEVICE_ROUTES = {
  startDeviceAuthorization: {
    method: "POST",
    path: PATHS.startDeviceAuthorization,
    access: "anonymous",
    summary: "Starts a device flow.",
    section: "4 (RFC 8628 §3.1)",
    form: "bare",
    status: 200,
    data: DeviceAuthorization,
    errors: [],
  },
  pollDeviceToken: {
    method: "POST",
    path: PATHS.pollDeviceToken,
    access: "anonymous",
    summary: "Polls a device flow until the token is granted.",
    section: "4 (RFC 8628 §3.4)",
    form: "bare",
    status: 200,
    data: DeviceToken,
    errors: [],
  },
} as const satisfies Record<string, Route>;
