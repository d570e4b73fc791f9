/**
 * Names what a stored secret is for: it opens for nothing else.
 * @param of A site's token for its repository, a site's secret for hooks of its repository, a webhook's secret.
 * @param id Id of the site or the webhook.
 */
export function purposeOf(of: "token" | "hook" | "webhook", id: string): string {
  return `${of} ${id}`;
}
