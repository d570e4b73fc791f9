import { describeBounds, machine } from "./bounds-cases.ts";

describeBounds("no control group", { bounds: new Set(), ceiling: machine.ceiling, open: async () => undefined });
