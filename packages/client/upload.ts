import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { Upload } from "@greenroom/contract/upload";
import { sendFiles, type UploadEntry } from "@greenroom/contract/upload-files";
import { createOperations, type DeployClient, received } from "./deploy-client.ts";
import { ClientError } from "./errors.ts";
import { type PrebuiltFolder, readFileOf } from "./folder.ts";
import type { CallOptions } from "./retry.ts";
import type { Transport } from "./transport.ts";

export interface UploadOptions extends CallOptions {
  /** Called once the service has said what it lacks: files and bytes to send. */
  readonly onMissing?: ((files: number, bytes: number) => void) | undefined;
}

const MAX_IDLE_ROUNDS = 3;

/**
 * Uploads the files of a folder to the deployment that was created for it: only what the service still lacks.
 * @throws {ClientError} `prebuilt_unsupported`, `folder_rejected` when a file changed, `upload_rejected`, or why no
 *   response came.
 */
export async function uploadFolder(
  client: Pick<DeployClient, "transport" | "deployments">,
  { created, folder }: { readonly created: ReceivedDeployment; readonly folder: PrebuiltFolder },
  options: UploadOptions = {},
): Promise<void> {
  const { id } = created;
  if (created.prebuilt?.sha256 !== folder.prebuilt.sha256) throw await unsupported(client, created, options);
  if (created.status !== "queued") return;
  const uploads = createUploads(client.transport);
  const sender = {
    async open(file: UploadEntry) {
      const bytes = await readFileOf(folder, file);
      return (start: number, end: number) => bytes.subarray(start, end);
    },
    send: (body: Uint8Array, failed: AbortSignal) =>
      uploads.files(id, body, {
        ...options,
        signal: options.signal ? AbortSignal.any([options.signal, failed]) : failed,
      }),
  };
  try {
    let state = await uploads.list(id, folder.list, options);
    options.onMissing?.(state.missingFiles, bytesOf(missingIn(folder, state)));
    for (let idle = 0; state.missing.length > 0;) {
      const before = state.missingFiles;
      await sendFiles(missingIn(folder, state), sender);
      state = await uploads.get(id, options);
      idle = state.missingFiles < before ? 0 : idle + 1;
      if (idle === MAX_IDLE_ROUNDS) throw stalled();
    }
    await uploads.complete(id, options);
  } catch (error) {
    // Another call for the same attempt was faster, or somebody canceled: the record says it.
    if (!(error instanceof ClientError) || error.code !== "upload_closed") throw error;
  }
}

/** A service that is too old to know uploads builds the commit instead, which is not what was asked for. */
async function unsupported(
  client: Pick<DeployClient, "deployments">,
  { id }: ReceivedDeployment,
  options: CallOptions,
): Promise<ClientError> {
  await client.deployments.cancel(id, options).catch(() => undefined);
  return new ClientError({
    kind: "protocol",
    code: "prebuilt_unsupported",
    message: `The service did not take deployment ${id} as one of files that were built elsewhere`,
    hint: "Update the service, or let it build.",
  });
}

function stalled(): ClientError {
  return new ClientError({
    kind: "protocol",
    code: "unexpected_answer",
    message: "The service asks again for files that it was sent",
    hint: "Report this to its operator.",
  });
}

/** Each content once. */
function missingIn({ files }: PrebuiltFolder, { missing }: Upload): readonly UploadEntry[] {
  const names = new Set(missing);
  return [...new Map(files.filter(({ sha256 }) => names.has(sha256)).map((file) => [file.sha256, file])).values()];
}

const bytesOf = (files: readonly UploadEntry[]): number => files.reduce((sum, { size }) => sum + size, 0);

const upload = async () => (await import("@greenroom/contract/upload")).Upload;
const uploadedFiles = async () => (await import("@greenroom/contract/upload")).UploadedFiles;

/** Makes the operations on the upload of a prebuilt deployment. Additive. */
export function createUploads(transport: Transport) {
  const { read, sendBytes } = createOperations(transport);
  const sendList = sendBytes("listUpload", upload);
  return {
    get: read("getUpload", upload),
    list: async (deploymentId: string, list: string, options?: CallOptions) =>
      sendList(deploymentId, new TextEncoder().encode(list), options),
    files: sendBytes("uploadFiles", uploadedFiles),
    complete: read("completeUpload", received("ReceivedDeployment")),
  };
}
