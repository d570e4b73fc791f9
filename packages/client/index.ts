/** The typed client of the interface: what the actions, the command and dashboards build on. */
export { checkAddress, isProtected } from "./address.ts";
export type { Approvals } from "./approvals.ts";
export { type Attempt, type AttemptOptions, type Deployed, deployOnce } from "./attempt.ts";
export { type Client, type ClientSettings, createClient, DEFAULT_LIMITS } from "./client.ts";
export { type Clock, systemClock } from "@greenroom/contract/clock";
export type { CreatedDeployment, DeploymentList, Deployments } from "./deployments.ts";
export { awaitDeviceToken, type DeviceSettings, startDeviceFlow } from "./device.ts";
export { ClientError, type ClientErrorCode, type ClientErrorKind, type FieldIssue, type LocalCode } from "./errors.ts";
export type { EventsOptions, ReceivedEvent } from "./events.ts";
export { follow, type Followed, type FollowEvent, type FollowOptions } from "./follow.ts";
export { deriveKey, KEY_VERSION, type KeyParts } from "./key.ts";
export { type PublishRequest, type PublishRequested, requestPublish } from "./mcp.ts";
export { type ResolvedSite, resolveSite } from "./resolve.ts";
export type { ReceivedCapability, ReceivedSiteDetail, ReceivedTarget } from "./schemas.ts";
export type { SiteList, Sites } from "./sites.ts";
export type { Targets } from "./targets.ts";
export type { CallOptions, Limits, RetryNotice } from "./transport.ts";
