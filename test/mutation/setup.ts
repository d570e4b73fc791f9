import * as fc from "fast-check";

// A break is noticed by the first tries or by none; thousands of them for each break would take days.
fc.configureGlobal({ interruptAfterTimeLimit: 300, markInterruptAsFailure: false });
