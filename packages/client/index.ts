/** The typed client of the interface: what the actions, the command and dashboards build on. */
export { type Clock, systemClock } from "@greenroom/contract/clock";
export { type Client, createClient } from "./client.ts";
export {
  type Deployed,
  deployOnce,
  deriveKey,
  type KeyParts,
  type DeployOptions,
  resolveSite,
  type WantedDeployment,
} from "./create.ts";
export { createDeployClient, type CreatedDeployment, type DeployClient } from "./deploy-client.ts";
export { awaitDeviceToken, type DeviceSettings, startDeviceFlow } from "./device.ts";
export { ClientError, type ClientErrorCode, type ClientErrorKind, type FieldIssue, type LocalCode } from "./errors.ts";
export type { EventsOptions, ReceivedEvent } from "./events.ts";
export { type PrebuiltFolder, readFolder } from "./folder.ts";
export { follow, type Followed, type FollowEvent, type FollowOptions } from "./follow.ts";
export { type PublishRequest, type PublishRequested, requestPublish } from "./publish-tool.ts";
export type { CallOptions, RetryNotice } from "./retry.ts";
export { assertServiceUrl, type ClientSettings, DEFAULT_LIMITS, isProtected, type Limits } from "./transport.ts";
export { createUploads, uploadFolder, type UploadOptions } from "./upload.ts";
