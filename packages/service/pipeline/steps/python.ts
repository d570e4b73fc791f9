export interface PythonFolder {
  /** Files of requirements that are there, by name, the likeliest first. */
  readonly requirements: readonly (readonly [name: string, text: string])[];
  readonly pyproject: string;
  readonly uvLock: string;
  /** Python that its `.python-version` or `runtime.txt` names, such as 3.12. */
  readonly version?: string | undefined;
  /** Path of the package of the repository, where the repository says that its documentation needs it. */
  readonly ownPackage?: string | undefined;
  readonly config: string;
}

/** The likeliest first. */
export const REQUIREMENTS: readonly string[] = [
  "docs/requirements.txt",
  "doc/requirements.txt",
  "requirements-docs.txt",
  "docs-requirements.txt",
  "requirements/docs.txt",
  "requirements/requirements-docs.txt",
  "requirements_docs.txt",
  "requirements.txt",
];

/** @returns Undefined for text that names none. [pyenv; Heroku and Netlify, runtime.txt] */
export function pythonVersion(text: string): string | undefined {
  return /^(?:python-)?(3\.\d{1,2})\b/m.exec(text)?.[1];
}

export function installsOwnPackage(readTheDocs: string): boolean {
  return /^[ \t]{0,20}(?:-[ \t]{1,4})?path:[ \t]{0,4}["']?\.\/?["']?[ \t]*\r?$/m.test(readTheDocs);
}

const DOCS = ["docs", "doc", "documentation", "mkdocs", "sphinx"];

/** Packages of themes, plugins and extensions, by the name that a configuration calls them. */
const PACKAGES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  mkdocs: new Map([
    ["material", "mkdocs-material"],
    ["awesome-pages", "mkdocs-awesome-pages-plugin"],
    ["git-revision-date", "mkdocs-git-revision-date-plugin"],
    ["git-revision-date-localized", "mkdocs-git-revision-date-localized-plugin"],
    ["glightbox", "mkdocs-glightbox"],
    ["literate-nav", "mkdocs-literate-nav"],
    ["macros", "mkdocs-macros-plugin"],
    ["minify", "mkdocs-minify-plugin"],
    ["mkdocstrings", "mkdocstrings[python]"],
    ["redirects", "mkdocs-redirects"],
    ["rss", "mkdocs-rss-plugin"],
    ["section-index", "mkdocs-section-index"],
  ]),
  sphinx: new Map([
    ["furo", "furo"],
    ["myst_parser", "myst-parser"],
    ["pydata_sphinx_theme", "pydata-sphinx-theme"],
    ["sphinx_book_theme", "sphinx-book-theme"],
    ["sphinx_copybutton", "sphinx-copybutton"],
    ["sphinx_design", "sphinx-design"],
    ["sphinx_rtd_theme", "sphinx-rtd-theme"],
    ["sphinx_tabs", "sphinx-tabs"],
  ]),
};

/** Without it, articles in Markdown are left out with a warning. */
const WITH_EXTRAS: Readonly<Record<string, string>> = { pelican: "pelican[markdown]" };

interface PythonInstall {
  readonly command: string;
  /** Whether the folder says what to install, and not only its configuration. */
  readonly isSaid: boolean;
}

/** Into an environment of the build's own. */
export function pythonInstall(
  generator: string,
  { requirements, pyproject, uvLock, config, version, ownPackage }: PythonFolder,
): PythonInstall {
  const isNamed = (text: string): boolean => new RegExp(`^[ \\t]{0,8}["']?${generator}\\b`, "im").test(text);
  const file = requirements.find(([, text]) => isNamed(text)) ?? requirements.find(([name]) => name.includes("doc"));
  const packages = [...(PACKAGES[generator] ?? [])].filter(([word]) => mentions(config, word)).map(([, name]) => name);
  const all = [WITH_EXTRAS[generator] ?? generator, ...packages].map((name) => `'${name}'`).join(" ");
  const docs = docsOf(pyproject);
  const isLocked = new RegExp(`^name = "${generator}"$`, "m").test(uvLock);
  const of = (isSaid: boolean, ...installs: readonly string[]): PythonInstall => {
    return { command: inEnvironment(installs, version), isSaid };
  };
  if (isLocked && docs?.kind !== "poetry") {
    return of(
      true,
      "pip install --quiet uv",
      `uv sync --frozen --inexact --quiet${docs === undefined ? "" : ` --${docs.kind} ${docs.name}`}`,
    );
  }
  if (file !== undefined) {
    const [name, text] = file;
    const others = [...(isNamed(text) ? [] : [all]), ...(ownPackage === undefined ? [] : [ownPackage])];
    return of(true, ["pip install --quiet -r", name, ...others].join(" "));
  }
  // Its documentation may import the package itself.
  const itself = sectionOf(pyproject, "build-system") === undefined ? "" : " .";
  switch (docs?.kind) {
    case "group": {
      const install = `pip install --quiet --group ${docs.name}${itself} ${generator}`;
      return of(true, "pip install --quiet 'pip>=25.1'", install);
    }
    case "extra":
      return of(true, `pip install --quiet '.[${docs.name}]' ${generator}`);
    case "poetry":
      return of(true, `pip install --quiet ${docs.names.join(" ")}${itself} ${generator}`);
    case undefined:
      return of(false, `pip install --quiet ${all}`);
  }
}

/** Commands of the environment, after it was made with the Python that is named where the machine has it. */
function inEnvironment(modules: readonly string[], version: string | undefined): string {
  const python = version === undefined ? "python3" : `"$(command -v python${version} || command -v python3)"`;
  const commands = modules.map(
    (module) => `${module.startsWith("uv ") ? UV : ""}"$BUILD_TOOLS/python/bin/python" -m ${module}`,
  );
  return [`${python} --version`, `${python} -m venv "$BUILD_TOOLS/python"`, ...commands].join(" && ");
}

/** It installs there too, and brings no Python of its own. */
const UV = 'UV_PROJECT_ENVIRONMENT="$BUILD_TOOLS/python" UV_PYTHON_DOWNLOADS=never ';

/** As an item of a list, a key or a quoted name. */
function mentions(config: string, word: string): boolean {
  return new RegExp(`^[^#\\n]{0,200}(?:- |: |["'])${word}(?:["':,. \\r]|$)`, "m").test(config);
}

type DocsPackages =
  | { readonly kind: "group" | "extra"; readonly name: string }
  | { readonly kind: "poetry"; readonly names: readonly string[] };

/** [PEP 735, PEP 621, Poetry] */
function docsOf(pyproject: string): DocsPackages | undefined {
  const group = keyOf(sectionOf(pyproject, "dependency-groups"));
  if (group !== undefined) return { kind: "group", name: group };
  const extra = keyOf(sectionOf(pyproject, "project.optional-dependencies"));
  if (extra !== undefined) return { kind: "extra", name: extra };
  for (const name of DOCS) {
    const section = sectionOf(pyproject, `tool.poetry.group.${name}.dependencies`) ?? "";
    const found = [...section.matchAll(/^([A-Za-z0-9][\w.-]{0,80})[ \t]{0,8}=/gm)].map(([, each = ""]) => each);
    const names = found.filter((each) => each !== "python");
    if (found.length > 0) return { kind: "poetry", names };
  }
  return undefined;
}

function keyOf(section: string | undefined): string | undefined {
  return DOCS.find((name) => new RegExp(`^${name}[ \\t]{0,8}=`, "m").test(section ?? ""));
}

/** Lines of a section of TOML. */
function sectionOf(text: string, name: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("["));
  return rest.slice(0, end === -1 ? rest.length : end).join("\n");
}
