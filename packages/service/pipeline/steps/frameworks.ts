/** A package, and one of its versions. */
type PackageVersion = readonly [name: string, version: string];

/** A framework that comes as a package, and how it makes pages that need no server. */
export interface Framework {
  /** As shown on the site, and as `framework` of greenroom.json names it. */
  readonly name: string;
  /** One of these among the dependencies makes it likely. */
  readonly packages: readonly string[];
  /** One of these in the folder too, where the package alone says little: a library can depend on it for its tests. */
  readonly files?: readonly string[];
  /** What a script says that builds pages with it. */
  readonly runs: RegExp;
  /** What a script says that builds a server instead. */
  readonly runsServer?: RegExp;
  /** Names of scripts that build pages, beside `build`, the best first. */
  readonly scripts?: readonly string[];
  /** What npx runs where no script does. */
  readonly command: string;
  /** What a shell sets for it, so that it builds as on the machine of a person. */
  readonly variables?: string;
  /** Where the pages are, the best first, relative to the folder of the site. */
  readonly output: readonly string[];
  /** Its paths are read in the browser: an unknown one is for index.html. */
  readonly spa?: true;
  /** The way to have pages, where it can build a server instead. */
  readonly server?: string;
  /** Its configuration, by name, and whether the text of it says before any build that there will be no pages. */
  readonly config?: { readonly names: RegExp; readonly isServer: (text: string) => boolean };
  /** One of its packages, and its first version whose webpack is not older than `LATER_WEBPACK`. */
  readonly laterWebpack?: PackageVersion;
  /**
   * For versions older than `before`: the command that makes the pages after the build. Later ones have a setting for
   * it.
   */
  readonly exporter?: {
    readonly builds: RegExp;
    readonly runs: RegExp;
    readonly before: string;
    readonly setting: string;
  };
}

/** Older versions ask for a hash that later lines of Node.js do not have. [webpack, 5.54.0] */
export const LATER_WEBPACK: PackageVersion = ["webpack", "5.54.0"];

/** A program that is run with a command, and perhaps options before that. */
const runs = (programs: string, commands = "build"): RegExp =>
  new RegExp(String.raw`\b(?:${programs})\s+(?:[^;&|]{0,200}?\s)?(?:${commands})\b`);

/** One that is run as `NAME build`, where its package and its program have its name. */
const usual = (name: string, rest: Pick<Framework, "output"> & Partial<Framework>): Framework => ({
  name,
  packages: [name],
  runs: runs(name),
  command: `${name} build`,
  ...rest,
});

/** The best first. */
export const DOCS_SCRIPTS: readonly string[] = [
  "docs:build",
  "build:docs",
  "docs-build",
  "build-docs",
  "site:build",
  "build:site",
  "website:build",
];

const adapter = (what: string, way: string): string =>
  `${way}: ${/^[AO]/.test(what) ? "an" : "a"} ${what} server is not hosted here.`;

/** Where adapters for Vercel put what they rendered before. */
const VERCEL = ".vercel/output/static";

/** Those that use others come before them. */
export const FRAMEWORKS: readonly Framework[] = [
  {
    name: "next-export",
    packages: ["next"],
    runs: runs("next", "build|export"),
    scripts: ["export", "build:static", "build:export"],
    command: "next build",
    output: ["out"],
    laterWebpack: ["next", "12.0.0"],
    config: {
      names: /^next\.config\.(?:[cm]?js|m?ts)$/,
      // What another file says is not known.
      isServer: (text) => !/["'`](?:export["'`]|\.{1,2}\/)/.test(text),
    },
    exporter: { builds: runs("next"), runs: /\bnext\s+export\b/, before: "14.0.0", setting: "13.3.0" },
    server: adapter("Next.js", "Set output: 'export' in the Next.js configuration"),
  },
  {
    name: "nuxt",
    packages: ["nuxt", "nuxt-edge", "nuxt3", "nuxt-nightly"],
    runs: /\b(?:nuxt|nuxi)\s+(?:generate|build\s.*--prerender)\b/,
    runsServer: runs("nuxt|nuxi"),
    scripts: ["generate", "build:static"],
    command: "nuxt generate",
    output: [".output/public", "dist"],
    laterWebpack: ["nuxt", "3.0.0"],
    server: adapter("Nuxt", "Build with 'nuxt generate'"),
  },
  usual("react-router", {
    packages: ["@react-router/dev"],
    output: ["build/client"],
    spa: true,
    server: adapter("React Router", "Set ssr: false, and the paths to prerender, in react-router.config.ts"),
  }),
  {
    name: "remix",
    packages: ["@remix-run/dev", "@remix-run/serve", "@remix-run/server-runtime"],
    runs: runs("remix|vite", "(?:vite:)?build"),
    command: "remix vite:build",
    output: ["build/client"],
    spa: true,
    server: adapter("Remix", "Set ssr: false for the remix plugin in vite.config"),
  },
  {
    name: "svelte-kit",
    packages: ["@sveltejs/kit"],
    runs: runs("vite|svelte-kit"),
    command: "vite build",
    output: ["build", VERCEL],
    config: {
      names: /^(?:svelte|vite)\.config\.[cm]?[jt]s$/,
      isServer: (text) => /@sveltejs\/adapter-(?:auto|node)\b/.test(text) && !text.includes("adapter-static"),
    },
    server: adapter(
      "SvelteKit",
      "Set @sveltejs/adapter-static as the adapter, and export const prerender = true in src/routes/+layout.ts",
    ),
  },
  {
    name: "sapper",
    packages: ["sapper"],
    runs: /\bsapper\s+export\b/,
    runsServer: runs("sapper"),
    scripts: ["export"],
    command: "sapper export",
    output: ["__sapper__/export"],
    server: adapter("Sapper", "Build with 'sapper export'"),
  },
  usual("astro", {
    output: ["dist", VERCEL],
    server: adapter("Astro", "Set output: 'static' in the Astro configuration"),
  }),
  usual("gatsby", { output: ["public"], laterWebpack: ["gatsby", "4.0.0"] }),
  {
    name: "docusaurus",
    packages: ["@docusaurus/core", "docusaurus"],
    runs: /\bdocusaurus(?:-build|\s+build)\b/,
    scripts: DOCS_SCRIPTS,
    command: "docusaurus build",
    output: ["build"],
    laterWebpack: ["@docusaurus/core", "2.0.0-beta.0"],
  },
  usual("vitepress", {
    scripts: DOCS_SCRIPTS,
    output: [".vitepress/dist", "docs/.vitepress/dist"],
  }),
  {
    name: "vuepress",
    packages: ["vuepress", "vuepress-vite", "vuepress-webpack", "@vuepress/cli"],
    runs: /\bvuepress(?:-vite|-webpack)?\s+build\b/,
    scripts: DOCS_SCRIPTS,
    command: "vuepress build docs",
    output: ["docs/.vuepress/dist", ".vuepress/dist", "src/.vuepress/dist"],
    laterWebpack: ["vuepress", "2.0.0-alpha"],
  },
  usual("rspress", {
    packages: ["rspress", "@rspress/core"],
    scripts: DOCS_SCRIPTS,
    output: ["doc_build"],
  }),
  {
    name: "eleventy",
    packages: ["@11ty/eleventy"],
    runs: /\b(?:eleventy|@11ty\/eleventy)\b(?!.*--(?:serve|watch))/,
    command: "eleventy",
    output: ["_site"],
  },
  {
    name: "hexo",
    packages: ["hexo"],
    files: ["_config.yml", "_config.yaml", "_config.json"],
    runs: /\bhexo\s+(?:g|generate)\b/,
    scripts: ["generate"],
    command: "hexo generate",
    output: ["public"],
  },
  {
    name: "angular",
    packages: ["@angular/cli", "@angular/core", "@angular/build", "@angular-devkit/build-angular"],
    files: ["angular.json", ".angular-cli.json", "project.json"],
    runs: runs("ng|nx", "build|run"),
    command: "ng build",
    output: [],
    laterWebpack: ["@angular-devkit/build-angular", "13.0.0"],
    spa: true,
    server: adapter("Angular", 'Set outputMode: "static" in the build options of angular.json'),
  },
  {
    name: "qwik",
    packages: ["@builder.io/qwik", "@qwik.dev/core"],
    runs: /\b(?:qwik\s+build|vite\s+build)\b/,
    command: "vite build",
    output: ["dist"],
    server: adapter("Qwik", "Add the static adapter: npm run qwik add static"),
  },
  {
    name: "solid-start",
    packages: ["@solidjs/start", "solid-start"],
    runs: runs("vinxi|vite|solid-start"),
    command: "vinxi build",
    output: [".output/public", "dist/public"],
    server: adapter(
      "SolidStart",
      'Set server: { preset: "static", prerender: { crawlLinks: true } } in its configuration',
    ),
  },
  {
    name: "tanstack-start",
    packages: ["@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start"],
    runs: runs("vinxi|vite"),
    command: "vite build",
    output: ["dist/client", ".output/public"],
    spa: true,
    server: adapter("TanStack Start", "Set spa: { enabled: true } or prerender: { enabled: true } for its plugin"),
  },
  usual("slidev", {
    packages: ["@slidev/cli"],
    output: ["dist"],
    spa: true,
  }),
  {
    name: "create-react-app",
    packages: ["react-scripts", "@craco/craco", "react-app-rewired"],
    runs: runs("react-scripts|craco|react-app-rewired"),
    command: "react-scripts build",
    // With it, the first warning of a linter ends the build.
    variables: "CI=false ",
    output: ["build"],
    laterWebpack: ["react-scripts", "5.0.0"],
    spa: true,
  },
  {
    name: "vue-cli",
    packages: ["@vue/cli-service"],
    runs: runs("vue-cli-service"),
    command: "vue-cli-service build",
    output: ["dist"],
    laterWebpack: ["@vue/cli-service", "5.0.0"],
    spa: true,
  },
  {
    name: "preact-cli",
    packages: ["preact-cli"],
    runs: runs("preact"),
    command: "preact build",
    output: ["build"],
    laterWebpack: ["preact-cli", "4.0.0"],
    spa: true,
  },
  {
    name: "ember",
    packages: ["ember-cli"],
    files: ["ember-cli-build.js"],
    runs: runs("ember|vite"),
    command: "ember build --environment=production",
    output: ["dist"],
    spa: true,
  },
  usual("quasar", {
    packages: ["@quasar/app-vite", "@quasar/app-webpack", "@quasar/app"],
    output: ["dist/spa", "dist/pwa"],
    spa: true,
  }),
  {
    name: "expo",
    packages: ["expo"],
    runs: /\bexpo\s+export\b/,
    scripts: ["build:web", "export", "export:web"],
    command: "expo export --platform web",
    output: ["dist", "web-build"],
    spa: true,
  },
  usual("umi", {
    packages: ["umi", "@umijs/max", "dumi"],
    runs: runs("umi|max|dumi"),
    scripts: DOCS_SCRIPTS,
    output: ["dist", "docs-dist"],
    spa: true,
  }),
  usual("rsbuild", {
    packages: ["@rsbuild/core"],
    output: ["dist"],
    spa: true,
  }),
  usual("parcel", {
    packages: ["parcel", "parcel-bundler"],
    output: ["dist"],
    spa: true,
  }),
  {
    name: "vite",
    packages: ["vite", "rolldown-vite", "vite-plus"],
    // Without a page it builds a library.
    files: ["index.html"],
    runs: /\b(?:vite|vp)\s+build\b|\bvite-ssg\s+build\b/,
    command: "vite build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "storybook",
    packages: ["storybook", "@storybook/cli", "@storybook/react", "@storybook/vue3", "@storybook/html"],
    files: [".storybook/"],
    runs: /\b(?:storybook\s+build|build-storybook)\b/,
    scripts: ["build-storybook", "storybook:build", "build:storybook"],
    command: "storybook build",
    output: ["storybook-static"],
    laterWebpack: ["@storybook/react", "7.0.0"],
  },
];

/** Scripts that build a site of no known framework, the best first. */
export const SITE_SCRIPTS: readonly string[] = [
  "build",
  "generate",
  ...DOCS_SCRIPTS,
  "build:prod",
  "build-prod",
  "build:production",
  "prod",
  "production",
];

/** Where builds of no known framework leave their pages. */
export const USUAL_OUTPUTS: readonly string[] = ["dist", "build", "out", "public", "_site"];
