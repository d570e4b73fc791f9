/** Path on the host of a preview of the frame between the review room and the page. */
export const ROOM_PATH = "/.well-known/greenroom/room";

export const ROOM_SCRIPTS = {
  "/.well-known/greenroom/room-frame.js": "room-frame.js",
  "/.well-known/greenroom/anchor.js": "anchor.js",
} as const;

export function roomPath(deploymentId: string, path = "/"): string {
  return `/app/room/${deploymentId}?${new URLSearchParams({ path }).toString()}`;
}

/** What stands for the browser in a ticket: it is in the address of a frame, where a browser has no cookie of the host yet. */
export const ROOM_VISITOR = "review room";

const MAX_PATH_CHARS = 1024;

/** @returns `/` for what leads to another host, or to the frame itself. */
export function pageInRoom(path: string | null | undefined): string {
  const isOwn = /^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(path ?? "");
  if (!isOwn || !path || path.length > MAX_PATH_CHARS) return "/";
  return /^\/\.well-known\/greenroom(?:\/|$)/i.test(new URL(path, "http://host.invalid").pathname) ? "/" : path;
}
