import { engineSuite } from "./engine-suite.js";
import { postgres } from "./under-test/postgres.js";

engineSuite(postgres);
