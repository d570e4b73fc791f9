import { newTestPlace, ON_POSTGRES } from "./database.ts";
import { ON_S3, testBucketUrl, testCredentials } from "./objects.ts";

/** Whether commands that tests start can be given a database and a bucket on servers. */
export const ON_SERVERS = ON_POSTGRES && ON_S3;

/** What names a database and a prefix of their own on the servers under test to a command; nothing where there are none. */
export async function openTestServers(): Promise<{
  readonly environment: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
}> {
  if (!ON_SERVERS) return { environment: {}, drop: () => Promise.resolve() };
  const { database, drop } = await newTestPlace();
  return {
    environment: {
      GREENROOM_DATABASE: database.database?.url ?? "",
      GREENROOM_OBJECTS: testBucketUrl(),
      ...testCredentials(),
    },
    drop,
  };
}
