interface KnownReason {
  readonly message: string;
  readonly hint: string;
  readonly code?: string;
}

/** What its line looks like, what happened, and what to do; `$1` and so on stand for the pattern's groups. */
type KnownError = readonly [patterns: RegExp | readonly RegExp[], message: string, hint: string, code?: string];

export const LOCKFILE_OUTDATED = "lockfile_outdated";

const OTHER_NODE =
  "Set a version that it supports with 'nodeVersion' in greenroom.json, or change the version that package.json asks for.";
const NO_VERSION = "Name a version that exists in package.json, and commit the lock file.";
const NO_PACKAGE = "Check its name in package.json; a private package needs a token that the build has.";
const NO_SCRIPT = "Add the script, or name another command in greenroom.json.";
const NO_PROGRAM =
  "Add the package that brings it to package.json, or ask the operator to install it on the machine that builds.";
const NO_VALUE = "List $1 under 'environment' in greenroom.json, and store its value for this site.";
const PYTHON_PACKAGE = "Add the package that brings it to requirements.txt, and commit it.";
const NATIVE =
  "Use a version of the package that has a prebuilt program for this Node.js, or a package without native code.";
const FROZEN = (file: string, install: string): readonly [string, string, string] => [
  `${file} does not match package.json.`,
  `Run '${install}', commit ${file}, and push.`,
  LOCKFILE_OUTDATED,
];

const KNOWN_ERRORS: readonly KnownError[] = [
  // The machine.
  [
    /JavaScript heap out of memory/,
    "The build ran out of memory.",
    "Give Node.js more with NODE_OPTIONS=--max-old-space-size=… in the build command, up to the service's limit.",
  ],
  [
    /^MemoryError\b/,
    "The build ran out of memory.",
    "Let it work on less at a time, or ask the operator for a higher limit of memory.",
  ],
  [
    /ENOSPC: System limit for number of file watchers reached/,
    "The build watches files, and the machine allows no more watchers.",
    "Name a command that builds once and ends.",
  ],
  [
    /ENOSPC\b|\bNo space left on device/,
    "The disk space of the build is used up.",
    "Write less in the build, or ask the operator for a higher limit.",
  ],
  [
    [
      /^(?:\/\S{1,40}\/)?(?:ba|da|z)?sh: (?:line )?(?:\d{1,7}: )?([^\s:]{1,200}): (?:command )?not found$/,
      /^(?:command not found: |env: ['‘])([^\s'’]{1,200})(?:$|['’]: No such file or directory$)/,
    ],
    "The program '$1' was not found.",
    NO_PROGRAM,
  ],
  [
    /^(?:\/\S{1,40}\/)?(?:ba|da|z)?sh: (?:-c: )?(?:line )?(?:\d{1,7}: )?[Ss]yntax error:? (.{1,200})/,
    "The shell cannot read a command: $1.",
    "Write it as sh reads it; commands of Windows do not run here.",
  ],

  // Versions of Node.js.
  [
    /You are using Node\.js v?(\d[\d.]{0,18}\d)[.,]? .{0,80}?([\^~>=< ]{0,4}v?\d[\w.^~>=<| -]{0,40}) is required/,
    "The build needs Node.js $2 and runs on $1.",
    OTHER_NODE,
  ],
  [
    /The engine "node" is incompatible with this module\. Expected version "([^"]{1,80})"\. Got "([^"]{1,40})"/,
    "A package needs Node.js $1 and the build runs on $2.",
    OTHER_NODE,
  ],
  [/Node\.js v?([\d.]{1,20}) is not supported by (\w{1,40})/, "$2 does not support Node.js $1.", OTHER_NODE],
  [
    /error:0308010C:digital envelope routines|ERR_OSSL_EVP_UNSUPPORTED/,
    "The webpack of this site is too old for this Node.js.",
    `Set "nodeVersion": "16" in greenroom.json, or use webpack 5.`,
  ],
  [
    /npm (?:error|ERR!) (?:code EBADENGINE|engine Unsupported engine)|ERR_PNPM_UNSUPPORTED_ENGINE/,
    "A package needs another version of Node.js.",
    OTHER_NODE,
  ],

  // Lock files.
  [
    /npm ci[`'"]? can only install packages when your package\.json and package-lock\.json/,
    ...FROZEN("package-lock.json", "npm install"),
  ],
  [
    /npm ci[`'"]? command can only install with an existing package-lock\.json/,
    "package-lock.json is empty or broken.",
    "Write it again with 'npm install', and commit it.",
  ],
  [
    [/npm (?:error|ERR!) code EINTEGRITY/, /ERR_PNPM_TARBALL_INTEGRITY/, /Integrity check failed for "/],
    "A package of the registry is another than the one that the lockfile names.",
    "Delete its entry from the lockfile, install again, and commit the lockfile.",
  ],
  [
    /npm (?:error|ERR!) must not have multiple workspaces with the same name/,
    "Several workspaces have the same name.",
    "Give each a name of its own in its package.json; the log names them.",
  ],
  [/ERR_PNPM_OUTDATED_LOCKFILE/, ...FROZEN("pnpm-lock.yaml", "pnpm install")],
  [
    /Your lockfile needs to be updated, but yarn was run with|YN0028\b|The lockfile would have been modified|doesn't seem to be present in your lockfile/,
    ...FROZEN("yarn.lock", "yarn install"),
  ],
  [/lockfile had changes, but lockfile is frozen/, ...FROZEN("bun.lock", "bun install")],
  [
    /Ignoring not compatible lockfile at \S{0,300}pnpm-lock\.yaml/,
    "pnpm-lock.yaml is of a version that this pnpm cannot read.",
    "Name the pnpm that wrote it under 'packageManager' in package.json, or write it with a newer one and commit it.",
  ],
  [
    /ERR_PNPM_NO_LOCKFILE/,
    "There is no pnpm-lock.yaml that this pnpm can read.",
    "Run 'pnpm install', commit pnpm-lock.yaml, and push.",
  ],
  [
    /ERR_PNPM_BROKEN_LOCKFILE/,
    "pnpm-lock.yaml is broken.",
    "Write it again with 'pnpm install', without marks of a merge, and commit it.",
  ],

  // Packages and scripts.
  [
    /npm (?:error|ERR!) code ERESOLVE/,
    "The packages of package.json need versions that exclude each other.",
    "Change the versions that the log names, or commit an .npmrc with legacy-peer-deps=true.",
  ],
  [
    /npm (?:error|ERR!) code E40[13]\b|ERR_PNPM_FETCH_40[13]\b/,
    "The registry rejects the token of this build, or wants one.",
    "Store the token that .npmrc names as a value of this site that the install step gets.",
  ],
  [
    /No matching version found for (\S{1,200}?)\.?(?: while fetching it .*)?$/,
    "The registry has no version $1.",
    NO_VERSION,
  ],
  [
    [
      /Couldn't find any versions for "([^"]{1,200})" that matches "([^"]{1,100})"/,
      /YN0082: │ (\S{1,200}?)@npm:(\S{1,100}): No candidates found/,
    ],
    "The registry has no version $1@$2.",
    NO_VERSION,
  ],
  [
    /No version matching "([^"]{1,100})" found for specifier "([^"]{1,200})"/,
    "The registry has no version $2@$1.",
    NO_VERSION,
  ],
  [
    [
      /npm (?:error|ERR!) 404 +(?:Not Found - GET )?(\S{1,200})/,
      /ERR_PNPM_FETCH_404\]? +GET (\S{1,200}): Not Found/,
      /YN0035: │ (\S{1,200}?)@npm:\S{1,100}: Package not found/,
      /Couldn't find package "([^"]{1,200})" on the "npm" registry/,
      // Bun asks it through the step.
      /^error: GET (?:http:\/\/127\.0\.0\.1:\d{1,5}\/)?(\S{1,200}) - 404/,
    ],
    "The registry has no $1, or does not show it to this build.",
    NO_PACKAGE,
  ],
  [
    /ERR_INVALID_THIS {1,4}Value of "this" must be of type URLSearchParams/,
    "This pnpm does not run with this Node.js.",
    "Name a newer pnpm under 'packageManager' in package.json, or set 'nodeVersion' in greenroom.json to 18.",
  ],
  [
    /ERR_PNPM_WORKSPACE_PKG_NOT_FOUND\]? .{0,200}no package named "([^"]{1,200})"/,
    "The workspace has no package '$1'.",
    "Set the root directory of the site inside the workspace, and commit pnpm-workspace.yaml.",
  ],
  [
    [
      /npm (?:error|ERR!) Missing script: "([^"]{1,80})"/,
      /ERR_PNPM_NO_SCRIPT\]? +Missing script: (\S{1,80})/,
      /(?:error Command|Script not found|Couldn't find a script named) "([^"]{1,80})"/,
    ],
    "package.json has no script '$1'.",
    NO_SCRIPT,
  ],
  [/gyp ERR! find Python/, "A package with native code wants Python to be compiled.", NATIVE],
  [
    /gyp ERR! (?:stack Error: not found: make|(?:build|configure) error)|node-pre-gyp ERR! build error|YN0009: │ \S{1,200} couldn't be built successfully/,
    "A package with native code could not be compiled.",
    NATIVE,
  ],
  [
    /ERR_PNPM_(?!RECURSIVE_RUN_FIRST_FAIL)([A-Z0-9_]{1,60})\]? +(\S.{0,200})/,
    "$2",
    "The log has the details; https://pnpm.io/errors lists ERR_PNPM_$1.",
  ],

  // Values.
  [
    [
      /(?:[Mm]issing|[Rr]equired)(?: required)? env(?:ironment)? var(?:iable)?s?:? ['"`]?([A-Z][A-Z0-9_]{2,60})\b/,
      /\b([A-Z][A-Z0-9_]{2,60})['"`]? (?:env(?:ironment)? var(?:iable)? )?(?:is|was|must be) (?:missing|not set|not defined|undefined|required|set)\b/,
      /Invalid environment variables:? {0,2}\{ ?['"]?([A-Z][A-Z0-9_]{2,60})\b/,
      /\b([A-Z][A-Z0-9_]{2,60}): (?:unbound variable|parameter not set|must be set)$/,
      // The line that Node.js shows of a script; others number theirs.
      /^(?!>? *\d).*\bprocess\.env\.([A-Z][A-Z0-9_]{2,60})\.\w/,
      /^KeyError: '([A-Z][A-Z0-9_]{2,60})'$/,
      /"([A-Z][A-Z0-9_]{2,60})" is not exported by "(?:virtual:env|\$env)\/static/,
    ],
    "The build needs a value for $1.",
    NO_VALUE,
  ],
  [
    /Failed to parse URL from (undefined\S{0,200}|null\S{0,200})/,
    "The build fetches '$1': a value that the address is made of is missing.",
    "List the variable under 'environment' in greenroom.json, and store its value for this site.",
  ],

  // Frameworks.
  [
    /\bExiting due to prerender errors\b/,
    "Nuxt could not render some of the pages.",
    "Correct the pages that the log lists below 'Errors prerendering', or the links to them; with nitro.prerender.failOnError: false in nuxt.config the site is built without them.",
  ],
  [
    /\bDocusaurus found broken (links|anchors|markdown links)\b/,
    "Docusaurus found broken $1.",
    "Correct those that the log lists, or let docusaurus.config only warn of them.",
  ],
  [
    /^Treating warnings as errors because process\.env\.CI = true/,
    "Create React App takes warnings for errors.",
    "Correct the warnings that the log names, or put CI=false before the build command.",
  ],
  [
    /^Failed to fetch [`'"]?([^`'"]{1,60}?)[`'"]? from Google Fonts/,
    "Next.js could not fetch the font '$1' from Google Fonts.",
    "Allow fonts.googleapis.com and fonts.gstatic.com for the builds of this site, or commit the font and load it with next/font/local.",
  ],
  [
    /failed to download modules: (?:binary with name "go" not found|failed to execute 'go)/,
    "Hugo fetches the modules of this site with Go, which it could not.",
    "Commit them with 'hugo mod vendor'.",
  ],
  [
    /module "([^"]{1,200})" not found in "[^"]{1,300}"; either add it as a Hugo Module/,
    "Hugo has no theme or module '$1'.",
    "Commit it to the folder 'themes', or add it as a submodule or a module of Hugo.",
  ],
  [
    /binary with name "(postcss|babel|sass|dart-sass|tailwindcss)" not found/,
    "Hugo needs the program '$1'.",
    "Add the package that brings it to package.json, and commit the lock file.",
  ],
  [
    /this feature is not available in (?:your|this) (?:current )?(?:Hugo version|edition of Hugo)/,
    "The site needs the extended edition of Hugo.",
    "Ask the operator to install it on the machine that builds.",
  ],
  [
    /"(?:\/build\/)?([^"]{1,200}?):(\d{1,7}):\d{1,7}": (parse|execute) of template failed: (?:template: )?(.{1,300})/,
    "Hugo could not $3 the template $1, line $2: $4",
    "Correct the template; what worked in another version of Hugo may have another name in this one.",
  ],
  [
    /failed to create page from \S{1,40} \S{1,200}: "(?:\/build\/)?([^"]{1,200}?):(\d{1,7}):\d{1,7}": (.{1,200})/,
    "Hugo cannot read $1, line $2: $3",
    "Correct the front matter of the page.",
  ],
  [/Config value 'plugins': The "([^"]{1,100})" plugin is not installed/, "MkDocs has no plugin '$1'.", PYTHON_PACKAGE],
  [/Config value 'theme': Unrecognised theme name: '([^']{1,100})'/, "MkDocs has no theme '$1'.", PYTHON_PACKAGE],
  [
    /Config value 'markdown_extensions': Failed to load extension '([^']{1,100})'/,
    "MkDocs has no extension '$1'.",
    PYTHON_PACKAGE,
  ],
  [
    /Config file '([^']{1,200})' does not exist/,
    "MkDocs has no '$1' where it runs.",
    "Set the root directory of the site to the folder of that file.",
  ],
  [
    /MkDocs encountered an error parsing the configuration file: (.{1,200})/,
    "MkDocs cannot read mkdocs.yml: $1.",
    "Correct the file; the log names the line.",
  ],
  [
    /Aborted with (\d{1,7}) warnings? in strict mode/,
    "MkDocs stopped at $1 warnings, since it runs with --strict.",
    "Correct what the log warns of, or build without --strict.",
  ],
  [/Could not import extension (\S{1,200}) \(exception: /, "Sphinx has no extension '$1'.", PYTHON_PACKAGE],
  [/^no theme named '([^']{1,100})' found/, "Sphinx has no theme '$1'.", PYTHON_PACKAGE],
  [
    /^Warning, treated as error:/,
    "Sphinx stopped at a warning, since it runs with -W.",
    "Correct what the next line of the log says, or build without -W.",
  ],
  [
    /WARNING: Retrying .{0,200} after connection broken by '(.{1,200})/,
    "The index of Python packages could not be reached: $1",
    "Let the build fetch from pypi.org, or commit what it needs.",
  ],
  [
    /No matching distribution found for (\S{1,200})/,
    "There is no Python package $1 for the Python of this build.",
    "Correct its name or version in requirements.txt.",
  ],
  [
    /ERROR: (?:Could not open requirements file: .{0,60}'([^']{1,200})')/,
    "There is no requirements file '$1'.",
    "Commit the file, or name another install command in greenroom.json.",
  ],
  [
    /^ERROR: ResolutionImpossible/,
    "The Python packages need versions that exclude each other.",
    "Change the versions in requirements.txt that the log names.",
  ],
  [/ModuleNotFoundError: No module named '([^']{1,200})'/, "Python has no module '$1'.", PYTHON_PACKAGE],

  // Imports.
  [
    /(?:Cannot find (?:module|package)|failed to resolve import|Can't resolve|Could not resolve) ['"`]([./][^'"`\s]{0,200})['"`]/,
    "Could not resolve '$1'.",
    "Check that the file is committed and its name is spelled alike, upper and lower case included.",
  ],
  [
    /(?:Cannot find (?:module|package)|failed to resolve import|Can't resolve|Could not resolve) ['"`]((@[^'"`\s/]{1,100}\/[^'"`\s/]{1,100}|[^'"`\s/]{1,100})[^'"`\s]{0,200})['"`]/,
    "Could not resolve '$1'.",
    "Add '$2' to package.json, and commit the lock file.",
  ],
];

export function findKnownReason(line: string): KnownReason | undefined {
  // pnpm puts thin spaces around its codes.
  const plain = line.replaceAll("\u2009", " ");
  for (const [patterns, message, hint, code] of KNOWN_ERRORS) {
    for (const pattern of [patterns].flat()) {
      const found = pattern.exec(plain);
      if (found !== null)
        return { message: filled(message, found), hint: filled(hint, found), ...(code !== undefined && { code }) };
    }
  }
  return undefined;
}

function filled(text: string, groups: readonly (string | undefined)[]): string {
  return text.replaceAll(/\$(\d)/g, (_, index: string) => (groups[Number(index)] ?? "").trim());
}
