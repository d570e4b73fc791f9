import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { Upload, UploadedFiles } from "@greenroom/contract/upload";
import { fetchData } from "./deploy-client.ts";
import type { CallOptions } from "./retry.ts";
import { pathOf, type Transport } from "./transport.ts";

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
  return {
    get: async (deploymentId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("getUpload", { deploymentId }), data: upload }, options),
    async list(deploymentId, list, options) {
      const path = pathOf("listUpload", { deploymentId });
      const body = new TextEncoder().encode(list);
      return await fetchData(
        transport,
        { method: "PUT", path, body, contentType: "text/plain", data: upload },
        options,
      );
    },
    async files(deploymentId, parts, options) {
      const path = pathOf("uploadFiles", { deploymentId });
      const contentType = "application/octet-stream" as const;
      return await fetchData(
        transport,
        { method: "PUT", path, body: parts, contentType, data: uploadedFiles },
        options,
      );
    },
    async complete(deploymentId, options) {
      const path = pathOf("completeUpload", { deploymentId });
      return await fetchData(transport, { method: "PUT", path, data: deployment }, options);
    },
  };
}
