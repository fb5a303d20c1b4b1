import { engines, entered, floors, nodeFiles, packages } from "./rooms.js";

type Json = Readonly<Record<string, unknown>>;

const rooms = floors.flat();
const every = [...rooms, engines.room];

/** The linter's import rules that follow from the table of the rooms; later entries win. */
export function lintRules(): Json {
  return {
    $schema: "./node_modules/@biomejs/biome/configuration_schema.json",
    overrides: [
      restrict(["src/*.ts", "!src/index.ts"], [], every, "A file next to the rooms imports none."),
      ...floors.flatMap((floor, height) => floor.map((room) => ofRoom(room, height))),
      ofEngines("src/engines/**", engines.room),
      ...clientRooms().map((room) => ofEngines(`src/${room}/**`, room)),
      restrict(["src/index.ts"], [], ["cli", "testing"], "Nothing imports the command line."),
      {
        includes: nodeFiles,
        linter: {
          rules: {
            correctness: { noNodejsModules: "off" },
            style: { noRestrictedGlobals: "off" },
          },
        },
      },
    ],
  };
}

const direction = `Imports run down: ${floors.map((floor) => floor.join(", ")).join(" → ")}.`;

function ofRoom(room: string, height: number): Json {
  const above = floors.slice(height + 1).flat();
  const mayReachEngines = (engines.importedBy as readonly string[]).includes(room);
  const mayReadTheList = (engines.listImportedBy as readonly string[]).includes(room);
  const doors = entered.filter((door) => door !== room && !above.includes(door));
  return restrict(
    [`src/${room}/**`],
    [room],
    [...above, ...(mayReachEngines ? [] : [engines.room])],
    direction,
    mayReadTheList ? [engines.list] : [],
    doors.length === 0 ? [] : [{ group: pastTheIndex(doors), message: frontDoors }],
  );
}

const frontDoors = `Only the index.js of ${entered.join(", ")} is imported from outside.`;

const pastTheIndex = (doors: readonly string[]): readonly string[] =>
  doors.flatMap((room) => [`**/${room}/**`, `!**/${room}/index.js`]);

function ofEngines(files: string, room: string): Json {
  const denied = rooms.filter((each) => !(engines.imports as readonly string[]).includes(each));
  const message = `Engines import only ${engines.imports.join(", ")} and the files next to the rooms.`;
  return restrict([files], [room], denied, message);
}

/** Rooms inside `engines` that have packages of their own. */
const clientRooms = (): readonly string[] =>
  packages.map(({ room }) => room).filter((room) => room.startsWith(`${engines.room}/`));

/** Forbids packages of other rooms, and imports of the rooms `denied` but for the files `allowed`. */
function restrict(
  includes: readonly string[],
  own: readonly string[],
  denied: readonly string[],
  message: string,
  allowed: readonly string[] = [],
  further: readonly Json[] = [],
): Json {
  const foreign = packages.filter(({ room }) => !own.includes(room));
  const paths = Object.fromEntries(
    foreign.flatMap(({ names, otherwise }) => names.map((name) => [name, otherwise])),
  );
  const group = [...denied.map((room) => `**/${room}/**`), ...allowed.map((file) => `!**/${file}`)];
  const patterns = [...(group.length === 0 ? [] : [{ group, message }]), ...further];
  const options = { paths, ...(patterns.length > 0 && { patterns }) };
  return {
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: "error", options } } } },
  };
}
