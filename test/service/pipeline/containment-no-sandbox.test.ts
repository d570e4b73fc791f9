import { ATTACKS, describeContainment } from "./containment-cases.ts";

describeContainment({ unsafeNoSandbox: true }, ATTACKS);
