import { ATTACKS, describeContainment } from "./containment-cases.ts";

describeContainment({ unsafeNoSandbox: false }, ATTACKS);
describeContainment({ unsafeNoSandbox: true }, []);
