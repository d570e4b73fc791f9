import { describe, expect, test } from "vitest";
import { isMetadataHost, parseServiceUrl, publicUrl } from "../../src/service-url.ts";

describe("parseServiceUrl", () => {
  test.each([
    "https://169.254.169.254/latest",
    "https://169.254.0.1",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0251.0376.0251.0376/",
    "http://169.254.169.254",
    "https://[fe80::1]",
    "https://[::ffff:169.254.169.254]/",
    "https://[fd00:ec2::254]",
    "https://[fd20:ce::254]",
    "https://100.100.100.200",
    "https://168.63.129.16",
    "https://192.0.0.192",
    "https://metadata.google.internal",
    "https://METADATA.google.internal./computeMetadata/v1",
    "https://metadata.goog",
    "https://metadata",
    "https://instance-data.ec2.internal",
  ])("refuses the link-local or metadata host %s", (text) => {
    expect(parseServiceUrl(text)).toBeUndefined();
  });

  test.each([
    "https://greenroom.example.com",
    "https://10.0.0.7",
    "https://192.168.1.20:8443/greenroom",
    "https://172.16.0.1",
    "https://[fd12:3456::1]",
    "https://169.253.1.1",
    "https://metadata.example.com",
    "https://greenroom.internal",
    "http://127.0.0.1:4010",
  ])("takes %s: a self-hosted service can be on a private network", (text) => {
    expect(parseServiceUrl(text)?.href).toBe(new URL(text).href);
  });
});

describe("isMetadataHost", () => {
  test("is false for a host that is not an IP address or a known name", () => {
    expect(isMetadataHost("xmetadata.google.internal")).toBe(false);
    expect(isMetadataHost("")).toBe(false);
  });
});

describe("publicUrl", () => {
  const service = new URL("https://service.example/");
  test("shows http only for a service on loopback without TLS", () => {
    expect(publicUrl("http://dep.localhost:4010/", new URL("http://127.0.0.1:4010"))).toBe(
      "http://dep.localhost:4010/",
    );
    expect(publicUrl("http://dep.localhost:4010/", service)).toBeUndefined();
  });
});
