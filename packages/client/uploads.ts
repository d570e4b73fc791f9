import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { Upload, UploadedFiles } from "@greenroom/contract/upload";
import { createOperations } from "./operations.ts";
import type { CallOptions } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** Operations on the upload of a prebuilt deployment. Additive. */
export interface Uploads {
  /** Reads how far an upload is; `upload_closed` when no files are awaited. */
  get(deploymentId: string, options?: CallOptions): Promise<Upload>;
  /** Sends the list of files that the create request named; a repeated one changes nothing. */
  list(deploymentId: string, list: string, options?: CallOptions): Promise<Upload>;
  /** Sends files, each after a line of its own; all of them are stored, or none. */
  files(deploymentId: string, parts: Uint8Array, options?: CallOptions): Promise<UploadedFiles>;
  /** Ends the upload; `upload_incomplete` while files are missing. */
  complete(deploymentId: string, options?: CallOptions): Promise<ReceivedDeployment>;
}

const upload = async () => (await import("@greenroom/contract/upload")).Upload;
const uploadedFiles = async () => (await import("@greenroom/contract/upload")).UploadedFiles;
const deployment = async () => (await import("@greenroom/contract/received")).ReceivedDeployment;

/** Makes the operations on uploads. */
export function createUploads(transport: Transport): Uploads {
  const { read, sendBytes } = createOperations(transport);
  const sendList = sendBytes("listUpload", upload);
  return {
    get: read("getUpload", upload),
    list: async (deploymentId, list, options) => sendList(deploymentId, new TextEncoder().encode(list), options),
    files: sendBytes("uploadFiles", uploadedFiles),
    complete: read("completeUpload", deployment),
  };
}
