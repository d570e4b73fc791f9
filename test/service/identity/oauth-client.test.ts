import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { useWorld } from "../screens/visitor.ts";

const world = useWorld();

const BASE = "http://127.0.0.1:4010";

const SERVER: oauth.AuthorizationServer = {
  issuer: BASE,
  device_authorization_endpoint: `${BASE}/oauth/device`,
  token_endpoint: `${BASE}/oauth/token`,
};

const CLIENT: oauth.Client = { client_id: "a standard client" };

/** The requests of the library, handled by the app in process. */
const options = () => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<"POST", URLSearchParams>) =>
    world.app.request(url, { method: init.method, headers: init.headers, body: init.body.toString() }),
});

test("a third-party client library gets a token by the device flow", async () => {
  const parameters = new URLSearchParams({ scope: "sites:read" });
  const started = await oauth.processDeviceAuthorizationResponse(
    SERVER,
    CLIENT,
    await oauth.deviceAuthorizationRequest(SERVER, CLIENT, oauth.None(), parameters, options()),
  );
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      SERVER,
      CLIENT,
      await oauth.deviceCodeGrantRequest(SERVER, CLIENT, oauth.None(), started.device_code, options()),
    );
  await expect(poll()).rejects.toMatchObject({ error: "authorization_pending" });
  await expect(poll()).rejects.toMatchObject({ error: "slow_down" });
  const visitor = await world.signIn("developer");
  await visitor.submit("/app/device", { user_code: started.user_code, do: "allow" });
  world.context.clock.advance(((started.interval ?? 5) + 5) * 1_000);
  const token = await poll();
  expect(token).toMatchObject({ token_type: "bearer", scope: "sites:read", expires_in: 7_776_000 });
  const sites = await world.app.request(`${BASE}/sites`, {
    headers: { Authorization: `Bearer ${token.access_token}` },
  });
  expect(sites.status).toBe(200);
});
