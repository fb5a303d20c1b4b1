import { engineSuite } from "./engine-suite.js";
import { sail } from "./under-test/sail.js";

engineSuite(sail);
