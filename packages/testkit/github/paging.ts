import type { Answer } from "./call.ts";

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 30;

/**
 * Cuts the asked page out of a list and names its neighbours in `Link`.
 * @param answer Answer whose `rows` are the whole list; any other passes unchanged.
 * @param url Address of the request.
 * @returns The page; its links lie on the host that was asked.
 * @see RFC 8288
 */
export function pageOf(answer: Answer, url: URL): Answer {
  if (answer.rows === undefined) return answer;
  const perPage = Math.min(MAX_PER_PAGE, positive(url.searchParams.get("per_page"), DEFAULT_PER_PAGE));
  const page = positive(url.searchParams.get("page"), 1);
  const last = Math.max(1, Math.ceil(answer.rows.length / perPage));
  const rows = answer.rows.slice((page - 1) * perPage, page * perPage);
  const links = neighbours(page, last).map(([rel, number]) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${rel}"`;
  });
  return {
    status: answer.status,
    body: rows,
    headers: { ...answer.headers, ...(links.length > 0 ? { Link: links.join(", ") } : {}) },
  };
}

function neighbours(page: number, last: number): readonly (readonly [string, number])[] {
  const before =
    page > 1
      ? ([
          ["prev", page - 1],
          ["first", 1],
        ] as const)
      : [];
  const after =
    page < last
      ? ([
          ["next", page + 1],
          ["last", last],
        ] as const)
      : [];
  return [...before.slice(0, 1), ...after, ...before.slice(1)];
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}
