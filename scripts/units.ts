import { relative } from "node:path";
import type { Places } from "./places.ts";

export function units({ data, builds, socket }: Places): Readonly<Record<string, string>> {
  const state = directory("State", "/var/lib", data, "0700");
  const cache = directory("Cache", "/var/cache", builds, "0700");
  // The account of the proxy is in the group of the service.
  const run = directory("Runtime", "/run", socket, "0750");
  return {
    "install/greenroom.service": unit("Greenroom", [
      "ExecStart=/opt/greenroom/bin/greenroom serve",
      "Restart=on-failure",
      "RestartSec=10",
      ...run,
      ...state,
      ...cache,
      ...BOUNDS_OF_BUILDS,
      ...HARDENING,
      ...WITH_BUILDS,
    ]),
    "install/greenroom-worker.service": unit("Greenroom worker", [
      "ExecStart=/opt/greenroom/bin/greenroom worker",
      "Restart=always",
      "RestartSec=5",
      "SuccessExitStatus=143",
      ...cache,
      ...BOUNDS_OF_BUILDS,
      ...HARDENING,
      ...WITH_BUILDS,
    ]),
    "install/greenroom@.service": unit("Greenroom %i", [
      "EnvironmentFile=/etc/greenroom/%i.env",
      "ExecStart=/opt/greenroom/bin/greenroom serve",
      "Restart=always",
      "RestartSec=2",
      ...state,
      ...HARDENING,
      ...WITHOUT_BUILDS,
    ]),
  };
}

function unit(description: string, service: readonly string[]): string {
  return `[Unit]
Description=${description}
After=network-online.target
Wants=network-online.target

[Service]
User=greenroom
${service.join("\n")}

[Install]
WantedBy=multi-user.target
`;
}

/** What systemd makes below `root` for the service alone, such as the folder that `path` is in. */
function directory(kind: "State" | "Cache" | "Runtime", root: string, path: string, mode: string): readonly string[] {
  const [name = ""] = relative(root, path).split("/");
  return [`${kind}Directory=${name}`, `${kind}DirectoryMode=${mode}`];
}

const BOUNDS_OF_BUILDS = [
  "# Builds are bounded in control groups of their own.",
  "Delegate=yes",
  "MemoryMax=12G",
  "TasksMax=4096",
];

const HARDENING = [
  "UMask=0077",
  "NoNewPrivileges=yes",
  "CapabilityBoundingSet=",
  "ProtectSystem=strict",
  "ProtectHome=yes",
  "PrivateTmp=yes",
  "PrivateDevices=yes",
  "ProtectClock=yes",
  "ProtectKernelModules=yes",
  "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
  "RestrictRealtime=yes",
  "RestrictSUIDSGID=yes",
  "LockPersonality=yes",
  "RemoveIPC=yes",
  "SystemCallArchitectures=native",
  "SystemCallErrorNumber=EPERM",
];

/** What a process has that makes no namespaces. */
const CLOSED = [
  "RestrictNamespaces=yes",
  "PrivateUsers=yes",
  "ProtectControlGroups=yes",
  "ProtectHostname=yes",
  "ProtectKernelLogs=yes",
  "ProtectKernelTunables=yes",
  "ProtectProc=invisible",
];

const WITHOUT_BUILDS = [
  "# Nothing is built or rendered in this process.",
  "SystemCallFilter=@system-service",
  ...CLOSED,
];

const WITH_BUILDS = [
  "# Builds run in namespaces with a /proc and a host name of their own, which these would prevent: RestrictNamespaces,",
  "# PrivateUsers, ProtectProc, ProtectHostname, ProtectKernelTunables, ProtectKernelLogs. Node.js writes code at run time.",
  "SystemCallFilter=~@clock @cpu-emulation @debug @module @obsolete @raw-io @reboot @swap syslog",
];
