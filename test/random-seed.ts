import * as fc from "fast-check";

// The same code is judged the same each time; a long run, which sets a number of cases, draws other ones.
const { SEED, HISTORIES, STRINGS } = process.env;
const isLong = HISTORIES !== undefined || STRINGS !== undefined;

if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
else if (!isLong) fc.configureGlobal({ seed: 1 });
