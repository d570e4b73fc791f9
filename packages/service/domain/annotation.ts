import type { CommentAuthor, CommentThread } from "@greenroom/contract";

/**
 * Writes a thread as a Web Annotation, whose target is the page on its preview.
 * @param origin Of the preview.
 * @returns With `id` and `createdAt` of the thread, which lists are paged by.
 * @see Web Annotation Data Model §3, §4.2
 */
export function annotationOf(thread: CommentThread, origin: string) {
  const { id, createdAt, updatedAt, webUrl, anchor, path, commentsLeftOut } = thread;
  const written = thread.comments.filter(({ body }) => body !== null);
  return {
    "@context": "http://www.w3.org/ns/anno.jsonld",
    id,
    type: "Annotation",
    motivation: "commenting",
    canonical: webUrl,
    createdAt,
    created: createdAt,
    modified: updatedAt,
    body: written.map(({ body, author, createdAt: created }) => ({
      type: "TextualBody",
      value: body,
      format: "text/markdown",
      creator: creatorOf(author),
      created,
    })),
    // No word of the model, which lets an annotation have others.
    commentsLeftOut,
    target: { source: new URL(path, origin).href, ...(anchor.length > 0 && { selector: anchor }) },
  };
}

function creatorOf({ kind, name }: CommentAuthor) {
  return { type: kind === "agent" ? "Software" : "Person", name };
}
