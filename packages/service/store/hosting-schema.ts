/** Instants are ISO 8601 UTC text. */
type Instant = string;

/** A stored file, known by the digest of its bytes. */
export interface ObjectRow {
  sha256: string;
  size: number;
  created_at: Instant;
}

/** What a build published: a list of files known by its own digest, with the rules it is served by. */
export interface FileListRow {
  digest: string;
  file_count: number;
  total_bytes: number;
  rules: string;
  created_at: Instant;
}

/** A stored file compressed; a null digest means that compressing it saves nothing. */
export interface ObjectEncodingRow {
  sha256: string;
  encoding: "br" | "gzip";
  encoded_sha256: string | null;
  encoded_size: number;
}

/** One path of a file list and the object behind it. */
export interface FileListEntryRow {
  list_digest: string;
  path: string;
  sha256: string;
  size: number;
}

/** A host name and what is served there. */
export interface HostRow {
  label: string;
  kind: "deployment" | "branch" | "production";
  site_id: string;
  branch: string | null;
  deployment_id: string | null;
  updated_at: Instant;
}

/** Tables of what is stored and served, for kysely. */
export interface HostingSchema {
  objects: ObjectRow;
  file_lists: FileListRow;
  file_list_entries: FileListEntryRow;
  object_encodings: ObjectEncodingRow;
  hosts: HostRow;
}
