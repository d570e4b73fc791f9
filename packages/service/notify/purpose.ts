/**
 * Names what a stored secret is for: it opens for nothing else.
 * @param of A site's token for its repository, or the key of the App it speaks as there, a site's secret for hooks of
 *   its repository, a webhook's secret.
 * @param id Id of the site or the webhook.
 */
export function purposeOf(of: "token" | "app" | "hook" | "webhook", id: string): string {
  return `${of} ${id}`;
}
