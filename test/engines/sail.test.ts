import { engineSuite } from "./engine-suite.js";
import { holdingSuite } from "./holding-suite.js";
import { sail } from "./under-test/sail.js";

engineSuite(sail, (opened) => holdingSuite(sail, opened));
