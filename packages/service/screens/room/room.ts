import { Anchor, ChangeComment, type Comment } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { roomPath } from "../../domain/room.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { countPages, listThreads, type ThreadView, toThread } from "../../store/comments/threads.ts";
import { changeComment, createComment } from "../../store/comments/write.ts";
import { deploymentNotFound, type DeploymentView, findDeployments } from "../../store/deployments/deployments.ts";
import { findReviewedPages, readReview } from "../../store/reviews/reviews.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { branchOf, commitLink, deploymentName, titledList } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { brand } from "../page.ts";
import { isNew } from "../releases/changed-pages.ts";
import { defineScreen, deploymentOf } from "../screen.ts";
import { clipOf, type Look, pickButton, pictureOf, readLook, readShown, roomColumns, WIDTHS } from "./stage.ts";
import { composer, NEWEST, pinButton, readComment, type RoomForms, threadItem } from "./thread.ts";

/** Also of pages that are listed. */
const MAX_THREADS = 200;

const MAX_EARLIER = 10;

/**
 * Where people point at a page of a preview. Three frames, each trusted less: this one has the identity and writes all
 * there is to write; in it the one of `ROOM_PATH`, which tells where somebody pointed; in that the untouched page.
 */
export const roomScreen = defineScreen({
  load: readRoom,
  view: (request, room: Room) => ({
    title: `Review · ${room.site.name}`,
    section: "/app/sites",
    tool: "release room",
    kit: "room",
    body: roomBody(request, room),
  }),
  actions: {
    start: { run: comment },
    reply: { run: comment },
    edit: change(({ form }) => ({ body: field(form, "body"), editedAt: field(form, "editedAt") || null })),
    delete: change(() => ({ deleted: true })),
    resolve: change(({ form }) => ({
      status: "resolved",
      ...(field(form, "commit") !== "" && { commit: field(form, "commit") }),
    })),
    reopen: change(() => ({ status: "open" })),
    block: change(() => ({ blocks: true })),
    unblock: change(() => ({ blocks: false })),
  },
});

type Room = Awaited<ReturnType<typeof readRoom>>;

async function readRoom(request: MemberRequest) {
  const { context, c, actor } = request;
  const row = await deploymentOf(request);
  if (row.environment !== "preview") throw deploymentNotFound();
  const site = await requireSite(context.db, actor.workspaceId, row.site_id);
  const look = await readLook(context, c, row);
  const live = await liveOf(request, row);
  const by = { session_id: request.session.row.id };
  const shown = await readShown(context, { site, path: look.path, by, row: look.side === "before" ? live : row });
  if (shown) c.set("frames", shown.origin);
  const filter = { deployment: row, path: look.path, whole: c.req.query("thread") };
  const threads = await listThreads(context.db, site.id, { ...filter, limit: MAX_THREADS, newest: NEWEST });
  const before = new Set(threads.map((thread) => thread.deployment_id).filter((id) => id !== row.id));
  return {
    row,
    site,
    look,
    shown,
    hasBefore: live !== undefined,
    threads,
    earlier: await findReviewedPages(context.db, [...before].slice(0, MAX_EARLIER)),
    pages: await countPages(context.db, row, MAX_THREADS),
    review: await readReview(context.db, actor.workspaceId, { deploymentId: row.id, whyNone: undefined }),
    pictures: picturesOf(row.id),
  };
}

function picturesOf(deploymentId: string): string {
  return `/app/deployments/${deploymentId}/review/pictures/`;
}

function clipOfThread({ earlier, look }: Room, { deployment_id: id, width, anchor }: ThreadView): Html | undefined {
  const review = earlier.get(id);
  const of = { folder: picturesOf(id), width: width ?? 1280 };
  const picture = review && pictureOf(review, { path: look.path, side: "after" }, of);
  return picture && clipOf(picture, Anchor.parse(JSON.parse(anchor)));
}

function addressOf(deploymentId: string, look: Look, changed: Partial<Look> = {}): string {
  const { path, width, side } = { ...look, ...changed };
  return `${roomPath(deploymentId, path)}${width === "full" ? "" : `&width=${width}`}${side === "after" ? "" : "&side=before"}`;
}

async function liveOf(
  { context: { db }, actor }: MemberRequest,
  row: DeploymentView,
): Promise<DeploymentView | undefined> {
  const source = (await liveOfSite(db, row.site_id))?.sourceDeploymentId ?? null;
  const live = source === null ? undefined : (await findDeployments(db, actor.workspaceId, [source])).get(source);
  return live?.removed_at === null ? live : undefined;
}

function roomBody(request: MemberRequest, room: Room): Html {
  const { row, look, threads } = room;
  const here = addressOf(row.id, look);
  const forms: RoomForms = { request, here };
  const open = threads.filter(({ status }) => status === "open").toReversed();
  const done = threads.filter(({ status }) => status === "resolved");
  const numberOf = new Map(open.map((thread, index) => [thread, index + 1]));
  const item = (thread: ThreadView) => threadItem(forms, thread, numberOf.get(thread), clipOfThread(room, thread));
  const found = findingsOf(room);
  const pins = [
    ...open.map((thread) => {
      const { anchor, blocks } = toThread(thread, request.context.addresses);
      return { number: numberOf.get(thread), anchor, blocks };
    }),
    ...found.flatMap(({ selector }, index) =>
      selector === undefined
        ? []
        : [{ number: open.length + index + 1, anchor: [{ type: "CssSelector", value: selector }], finding: true }],
    ),
  ];
  return html`${roomBar(room, `${request.context.addresses.baseUrl}${here}`)}
    ${roomColumns(
      room,
      pins,
      open.length,
      html`${threads.length === MAX_THREADS && html`<p class="hint">The newest ${MAX_THREADS} threads are shown.</p>`}
        <ol class="threads">${open.map((thread) => item(thread))}</ol>
        ${look.side === "after" && composer(forms, look.path, request.typed)}
        ${findingsList(found, open.length)}
        ${done.length > 0 && html`<details><summary>${done.length} resolved</summary><ol class="threads">${done.map((thread) => item(thread))}</ol></details>`}
        ${otherPages(room)}`,
    )}`;
}

function roomBar(room: Room, url: string): Html {
  const { row, site, look, hasBefore } = room;
  const link = (changed: Partial<Look>, label: string, isHere: boolean, key?: string) =>
    html`<a href="${addressOf(row.id, look, changed)}" ${isHere && html` aria-current="true"`}${key !== undefined && html` aria-keyshortcuts="${key}"`}>${label}</a>`;
  return html`<header class="decision">
    ${brand()}<a class="crumb" href="/app/deployments/${row.id}"><bdi>${site.name}</bdi></a>
    <h1>Review: ${deploymentName(row)}</h1>
    <p class="about">${commitLink(row)} ${branchOf(row)}</p>
    <div class="act">
      ${hasBefore && html`<nav class="segments" aria-label="Version">${link({ side: "before" }, "Before", look.side === "before", "b")}${link({ side: "after" }, "After", look.side === "after", "b")}</nav>`}
      <nav class="segments widths" aria-label="Width">${WIDTHS.map((width) => link({ width }, width === "full" ? "Full" : width, look.width === width))}</nav>
      <span id="room-link" hidden>${url}</span><button type="button" class="secondary" hidden data-copy="room-link">Copy link</button>
      ${pickButton(room)}
    </div>
  </header>`;
}

interface Finding {
  readonly text: string;
  readonly selector: string | undefined;
}

const MAX_FINDINGS = 50;

function findingsOf({ review, look }: Room): readonly Finding[] {
  if (look.side === "before") return [];
  const page = review.pages?.find(({ path }) => path === look.path);
  return [
    ...(page?.accessibility ?? []).filter(isNew).map(({ help, target }) => ({ text: help, selector: target })),
    ...(page?.errors ?? []).filter(isNew).map(({ message }) => ({ text: message, selector: undefined })),
    ...(review.brokenLinks ?? [])
      .filter((one) => isNew(one) && one.page === look.path)
      .map(({ target }) => ({ text: `leads nowhere: ${target}`, selector: undefined })),
  ].slice(0, MAX_FINDINGS);
}

/** @param before How many pins there are before theirs. */
function findingsList(found: readonly Finding[], before: number): Html | undefined {
  if (found.length === 0) return undefined;
  return html`<details><summary>${counted(found.length, "new finding")}</summary>
    <ul class="bare">${found.map(({ text, selector }, index) => html`<li class="finding">${selector !== undefined && pinButton(before + index + 1)} <bdi>${text}</bdi></li>`)}</ul></details>`;
}

function otherPages({ row, look, pages }: Room): Html | false {
  const others = pages.filter(({ path }) => path !== look.path);
  return titledList(
    "On other pages",
    others.map(
      ({ path, open, blocking }) =>
        html`<li><a href="${addressOf(row.id, look, { path })}"><bdi>${path}</bdi></a> <span class="dim">${open} open${blocking > 0 && ", blocks the release"}</span></li>`,
    ),
  );
}

function comment(request: FormRequest): Promise<Response> {
  const { context, actor, c, form } = request;
  const written = readComment(form, c.req.param("deploymentId") ?? "");
  return writeAnd(request, (siteId) => createComment(context.db, actor, siteId, written));
}

function change(read: (request: FormRequest) => ChangeComment) {
  return {
    run: (request: FormRequest) => {
      const commentId: Comment["id"] = field(request.form, "comment");
      const asked = { commentId, change: validated(ChangeComment, read(request)) };
      return writeAnd(request, (siteId) => changeComment(request.context.db, request.actor, siteId, asked));
    },
  };
}

async function writeAnd(request: FormRequest, write: (siteId: string) => Promise<ThreadView>): Promise<Response> {
  const { context, c } = request;
  const row = await deploymentOf(request);
  const { id, path } = await write(row.site_id);
  return c.redirect(`${addressOf(row.id, await readLook(context, c, row), { path })}#${id}`, 303);
}
