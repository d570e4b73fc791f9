/**
 * Faults that keep the service from running and that its operator can fix: how the command ends, what it is, and what
 * to run. The guide "Run the service" shows this table.
 */
export const OPERATOR_FAULTS = {
  disk_full: {
    code: 20,
    meaning: "the disk is full, or a quota or limit of file sizes is used up",
    remedy: "df -h FOLDER; df -i FOLDER",
  },
  not_writable: {
    code: 21,
    meaning: "a folder or file cannot be written: read-only, denied, or not a folder",
    remedy: "findmnt -T FOLDER; ls -ld FOLDER",
  },
  foreign_owner: {
    code: 22,
    meaning: "the data folder, or something in it, belongs to another account",
    remedy: "sudo chown -R greenroom FOLDER",
  },
  database_damaged: {
    code: 23,
    meaning: "the database is damaged",
    remedy: "greenroom admin restore --from BACKUP --data NEW_FOLDER",
  },
  database_newer: {
    code: 24,
    meaning: "a newer version of Greenroom wrote the database",
    remedy: "greenroom --version",
  },
  database_missing: {
    code: 25,
    meaning: "the database is empty or gone, and there was one",
    remedy: "greenroom admin restore --from BACKUP --data NEW_FOLDER",
  },
  in_use: {
    code: 26,
    meaning: "another process holds the database or the data folder",
    remedy: "fuser -v FOLDER/greenroom.db FOLDER/serving.lock",
  },
  address_taken: {
    code: 27,
    meaning: "another program listens on the port or socket",
    remedy: "ss -ltnp 'sport = :4010'",
  },
  address_unavailable: {
    code: 28,
    meaning: "the address is not one of this machine, or the port needs more rights",
    remedy: "ip -brief address",
  },
  wrong_key: {
    code: 29,
    meaning: "the seal key is damaged, or not the one of the database",
    remedy: "greenroom admin restore --from BACKUP --data NEW_FOLDER; cp NEW_FOLDER/seal.key FOLDER/seal.key",
  },
  clock_wrong: {
    code: 30,
    meaning: "the clock of this machine is wrong",
    remedy: "timedatectl; sudo timedatectl set-ntp true",
  },
  no_sandbox: {
    code: 31,
    meaning: "builds have no sandbox: no bubblewrap, or the system forbids its namespaces",
    remedy: "sudo apt-get install bubblewrap; bwrap --unshare-user --ro-bind / / true",
  },
  server_unusable: {
    code: 32,
    meaning: "the database server or the bucket does not respond, rejects requests, or is not the one of this store",
    remedy: "psql --dbname URL --command 'SELECT version()'",
  },
  moved: {
    code: 33,
    meaning: "the store was moved to another place, or is being moved",
    remedy: "greenroom serve --database URL --objects URL",
  },
  incomplete: {
    code: 34,
    meaning: "files of the program are missing or cut off, as after a copy that did not finish",
    remedy: "sudo npm install --global --prefix /opt/greenroom greenroom",
  },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string; readonly remedy: string }>;

export type OperatorFaultCode = keyof typeof OPERATOR_FAULTS;

/** Something of the machine keeps the service from running; the message says what and where, and what to run. */
export class OperatorFault extends Error {
  override readonly name: string = "OperatorFault";
  readonly fault: OperatorFaultCode;

  constructor(fault: OperatorFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
