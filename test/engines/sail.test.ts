import { engineSuite } from "./engine-suite.js";
import { holdingSuite } from "./holding-suite.js";
import { sail } from "./under-test/sail.js";

/** Sail 0.7 writes a flag as Int64 into a table that it says has Int32, and then cannot read it. */
const readable = /^(?!learning by text keys)/;

engineSuite(sail, (opened) => holdingSuite({ ...sail, asked: readable }, opened));
