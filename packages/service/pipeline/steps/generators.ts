export interface TopOfFolder {
  /** Names; that of a folder ends with a slash. */
  readonly names: ReadonlySet<string>;
  /** Text of its config.toml, which several programs use. */
  readonly configToml: string;
}

/** A program that makes a site and comes as no package of Node.js. */
export interface Generator {
  /** As shown on the site, and as `framework` of greenroom.json names it. */
  readonly name: string;
  readonly label: string;
  readonly isIn: (top: TopOfFolder) => boolean;
  /** Null where only its files can be deployed, built elsewhere. */
  readonly command: string | null;
  /** What a script of package.json says that runs it. */
  readonly runs: RegExp;
  /** Where the pages are, relative to the folder of the site. */
  readonly output: string;
  /** What its program comes with. */
  readonly by?: "hugo" | "python" | "ruby";
}

/** The same files serve a preview and a release, under other hosts: links begin with a slash. */
const HUGO = "hugo --baseURL /";

const ENDINGS = ["toml", "yaml", "yml", "json"];

const anyOf =
  (...names: readonly string[]) =>
  (top: TopOfFolder): boolean =>
    names.some((name) => top.names.has(name));

/** @see Hugo, "Configuration: file name"; before 0.110 it was `config`, which other programs use too */
function isHugo(top: TopOfFolder): boolean {
  if (anyOf(...ENDINGS.map((ending) => `hugo.${ending}`))(top)) return true;
  const isConfigured = anyOf("config/", ...ENDINGS.map((ending) => `config.${ending}`))(top);
  return isConfigured && !isZola(top) && anyOf("archetypes/", "content/", "layouts/", "themes/")(top);
}

function isZola(top: TopOfFolder): boolean {
  return /^base_url\s*=/m.test(top.configToml) && anyOf("content/", "templates/", "themes/")(top);
}

/** Whose theme a folder holds: the layouts of a site without its content. */
export function themeOf({ names }: TopOfFolder): string | undefined {
  if (names.has("theme.toml") && names.has("layouts/")) return "Hugo";
  return names.has("_layouts/") && [...names].some((name) => name.endsWith(".gemspec")) ? "Jekyll" : undefined;
}

/** Its configuration is called as that of Jekyll. */
function isJupyterBook({ names }: TopOfFolder): boolean {
  if (names.has("myst.yml")) return true;
  const isOfJekyll = names.has("Gemfile") || names.has("_layouts/") || names.has("_posts/");
  return names.has("_toc.yml") && names.has("_config.yml") && !isOfJekyll;
}

function isGitBook({ names }: TopOfFolder): boolean {
  return names.has("book.json") && names.has("SUMMARY.md") && !names.has("package.json");
}

function isJekyll({ names }: TopOfFolder): boolean {
  return names.has("_config.yml") || names.has("_config.yaml");
}

export const prebuiltWay = ({ output }: Generator): string =>
  `Build it in your CI job and upload its folder '${output}' with 'prebuilt' of the action`;

const elsewhere = (rest: Pick<Generator, "name" | "label" | "isIn" | "output">): Generator => ({
  ...rest,
  command: null,
  runs: /(?!)/,
});

export const GENERATORS: readonly Generator[] = [
  {
    name: "hugo",
    label: "Hugo",
    isIn: isHugo,
    command: HUGO,
    runs: /\bhugo\b(?!\s+server)/,
    output: "public",
    by: "hugo",
  },
  elsewhere({ name: "zola", label: "Zola", isIn: isZola, output: "public" }),
  {
    name: "quartz",
    label: "Quartz",
    isIn: anyOf("quartz.config.ts"),
    command: "node quartz/bootstrap-cli.mjs build",
    runs: /\bquartz\s+build\b(?!.*--serve)/,
    output: "public",
  },
  {
    name: "mkdocs",
    label: "MkDocs",
    isIn: anyOf("mkdocs.yml", "mkdocs.yaml"),
    command: "mkdocs build --site-dir site",
    runs: /\bmkdocs\s+build\b/,
    output: "site",
    by: "python",
  },
  {
    name: "zensical",
    label: "Zensical",
    isIn: anyOf("zensical.toml"),
    command: "zensical build",
    runs: /\bzensical\s+build\b/,
    output: "site",
    by: "python",
  },
  {
    name: "pelican",
    label: "Pelican",
    isIn: anyOf("pelicanconf.py"),
    command: "pelican content --output output",
    runs: /\bpelican\b/,
    output: "output",
    by: "python",
  },
  {
    name: "sphinx",
    label: "Sphinx",
    isIn: anyOf("conf.py"),
    command: "sphinx-build -b html . _build/html",
    runs: /\bsphinx-build\b/,
    output: "_build/html",
    by: "python",
  },
  elsewhere({ name: "mdbook", label: "mdBook", isIn: anyOf("book.toml"), output: "book" }),
  elsewhere({ name: "gitbook", label: "GitBook", isIn: isGitBook, output: "_book" }),
  elsewhere({ name: "quarto", label: "Quarto", isIn: anyOf("_quarto.yml"), output: "_site" }),
  elsewhere({ name: "bridgetown", label: "Bridgetown", isIn: anyOf("bridgetown.config.yml"), output: "output" }),
  elsewhere({ name: "nanoc", label: "Nanoc", isIn: anyOf("nanoc.yaml"), output: "output" }),
  elsewhere({ name: "lume", label: "Lume", isIn: anyOf("_config.ts"), output: "_site" }),
  elsewhere({ name: "cobalt", label: "Cobalt", isIn: anyOf("_cobalt.yml"), output: "_site" }),
  elsewhere({ name: "flutter", label: "Flutter", isIn: anyOf("pubspec.yaml"), output: "build/web" }),
  elsewhere({ name: "jupyter-book", label: "Jupyter Book", isIn: isJupyterBook, output: "_build/html" }),
  {
    name: "jekyll",
    label: "Jekyll",
    isIn: isJekyll,
    command: 'bundle exec jekyll build --baseurl ""',
    runs: /\bjekyll\s+b(?:uild)?\b/,
    output: "_site",
    by: "ruby",
  },
];
