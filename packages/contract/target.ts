import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { maxChars, requiredText } from "./text.ts";

const Name = requiredText(100);
const Word = z.string().regex(/^[a-z0-9-]{1,50}$/);

/** `managed` runs on the service; `own-cloud` in the caller's account, which needs an entitlement and a person. [§5.6] */
export const TARGET_MODES = ["managed", "own-cloud"] as const;

/** Where deployments are provisioned. @see Interface §2 (identifier and other fields: not shown) */
export const DeploymentTarget = z
  .looseObject({
    id: z.uuid(),
    name: z.string(),
    provider: z.string(),
    mode: z.string(),
    runtime: z.string(),
    isDefault: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "DeploymentTarget" });
export type DeploymentTarget = z.infer<typeof DeploymentTarget>;

/** A combination of provider, mode and runtime, and whether it is enabled here. [§4] */
export const TargetCapability = z
  .looseObject({
    provider: z.string(),
    mode: z.string(),
    runtime: z.string(),
    enabled: z.boolean(),
    requires: z.array(z.string()).optional(),
  })
  .meta({ id: "TargetCapability" });
export type TargetCapability = z.infer<typeof TargetCapability>;

/** Secrets and settings of a target; written, never read back. */
const Config = z.record(z.string().check(maxChars(100)), z.string().check(maxChars(4096)));

/** Body of POST /deployment-targets. [§4: not shown] */
export const CreateTarget = z
  .object({
    name: Name,
    provider: Word,
    mode: Word,
    runtime: Word,
    isDefault: z.boolean().optional(),
    config: Config.optional(),
  })
  .meta({ id: "CreateTarget" });
export type CreateTarget = z.infer<typeof CreateTarget>;

/** Body of PATCH /deployment-targets/{id}. [§4: not shown] */
export const UpdateTarget = CreateTarget.partial().meta({ id: "UpdateTarget" });
export type UpdateTarget = z.infer<typeof UpdateTarget>;

export const DeletedTarget = z.looseObject({ id: z.uuid(), deleted: z.literal(true) }).meta({ id: "DeletedTarget" });

export const ReceivedTarget = asReceived(DeploymentTarget, ["id"]);
export type ReceivedTarget = z.infer<typeof ReceivedTarget>;

export const ReceivedCapability = asReceived(TargetCapability, []);
export type ReceivedCapability = z.infer<typeof ReceivedCapability>;
