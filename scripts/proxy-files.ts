import type { Places } from "./places.ts";

export function proxyFiles({ name, sites, socket }: Places): Readonly<Record<string, string>> {
  const sitesOnDemand =
    "# Each name gets its certificate at its first visit, when the service says that it serves it.\n";
  const wildcards = "    tls {\n        dns cloudflare {env.CLOUDFLARE_TOKEN}\n    }\n";
  return {
    "install/Caddyfile":
      sitesOnDemand +
      caddyfile({ name: "{$GREENROOM_NAME}", names: ["{$GREENROOM_NAME}"], socket, tls: "", ask: "?hosts=all" }),
    "install/Caddyfile.wildcards": caddyfile({ name, names: [name, ...sites], socket, tls: wildcards, ask: "" }),
    "install/nginx.conf": nginx(name, sites, {
      servers: `  server unix:${socket};\n`,
      listens: (what) => `  listen ${what};\n  listen [::]:${what};\n`,
      certificate: [`/etc/letsencrypt/live/${name}/fullchain.pem`, `/etc/letsencrypt/live/${name}/privkey.pem`],
      more: [],
    }),
    "install/nginx.fronts.conf": nginx(name, sites, {
      servers: [1, 2].map((n) => `  server front-${n}:4010 max_fails=2 fail_timeout=5s;\n`).join(""),
      listens: (what) => `  listen ${what};\n`,
      certificate: ["/etc/ssl/greenroom.pem", "/etc/ssl/greenroom.key"],
      more: [
        "include /etc/nginx/greenroom-proxy-secret.conf",
        "proxy_connect_timeout 2s",
        "proxy_next_upstream error timeout http_503",
        "proxy_next_upstream_tries 2",
      ],
    }),
  };
}

interface Caddy {
  readonly name: string;
  readonly names: readonly string[];
  readonly socket: string;
  readonly tls: string;
  /** Which names get certificates at their first visit, beside domains of sites. */
  readonly ask: string;
}

function caddyfile({ name, names, socket, tls, ask }: Caddy): string {
  return `{
    auto_https disable_redirects
    on_demand_tls {
        ask http://127.0.0.1:2080/domains/ask${ask}
    }
}

(greenroom) {
    reverse_proxy unix/${socket}
}

# Caddy asks itself, and passes the question on as the proxy that the service knows.
http://127.0.0.1:2080 {
    bind 127.0.0.1
    reverse_proxy unix/${socket} {
        header_up Host ${name}
        header_up X-Forwarded-Proto https
    }
}

# No redirect here: a token that was sent over http must fail loudly.
http://${name} {
    respond 426
}

http:// {
    redir https://{host}{uri} permanent
}

${names.join(", ")} {
${tls}    import greenroom
}

# ${ask === "" ? "Domains" : "Previews, production hosts and domains"} of sites.
https:// {
    tls {
        on_demand
    }
    import greenroom
}
`;
}

interface Nginx {
  /** The service, line by line. */
  readonly servers: string;
  readonly listens: (what: string) => string;
  readonly certificate: readonly [chain: string, key: string];
  readonly more: readonly string[];
}

function nginx(name: string, sites: readonly string[], { servers, listens, certificate, more }: Nginx): string {
  const [chain, key] = certificate;
  const directives = [
    `server_name ${[name, ...sites].join(" ")}`,
    `ssl_certificate ${chain}`,
    `ssl_certificate_key ${key}`,
    "proxy_http_version 1.1",
    "proxy_set_header Host $host",
    "proxy_set_header X-Forwarded-For $remote_addr",
    "proxy_set_header X-Forwarded-Proto https",
    'proxy_set_header Connection ""',
    "proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset",
    "proxy_buffering off",
    "proxy_read_timeout 60s",
    "client_max_body_size 8m",
    ...more,
  ];
  return `upstream greenroom {
${servers}  keepalive 64;
}
# Requests of one worker stay at one process, so that parts of large files need not be sent again.
upstream greenroom_for_workers {
  hash $http_authorization consistent;
${servers}}

server {
${listens("80")}  server_name ${sites.join(" ")};
  return 301 https://$host$request_uri;
}

# No redirect here: a token that was sent over http must fail loudly.
server {
${listens("80")}  server_name ${name};
  return 426;
}

server {
${listens("443 ssl http2")}${directives.map((line) => `  ${line};\n`).join("")}
  location / {
    proxy_pass http://greenroom;
  }
  location /workers/ {
    proxy_pass http://greenroom_for_workers;
    proxy_request_buffering off;
    client_max_body_size 40m;
  }
}
`;
}
