// What `npm start` is asked for: pure, so that a test can hold it.

export const usage = `npm start [-- [FOLDER] [--port N] [--browser]]
  FOLDER     your own project instead of the sample
  --port N   port of the browser-hosted VS Code, 1 to 65535; any free one without it
  --browser  the browser-hosted VS Code even where the desktop one is`;

/**
 * @param {readonly string[]} args after `npm start --`
 * @returns {{ help: true } | { help: false, folder?: string, port?: number, browser: boolean }}
 * @throws {Error} with a message for the person
 */
export function startOptions(args) {
  const options = { help: false, browser: false };
  for (let at = 0; at < args.length; at++) {
    const [name, inline] = args[at].startsWith("--") ? args[at].split(/=(.*)/s) : ["", undefined];
    if (name === "--help" || args[at] === "-h") return { help: true };
    if (name === "--browser") options.browser = true;
    else if (name === "--port") {
      const port = Number(inline ?? args[++at] ?? "");
      if (!(Number.isInteger(port) && port > 0 && port < 65536))
        throw new Error("Cannot start: --port takes a number from 1 to 65535, as in npm start -- --port 8123.");
      options.port = port;
    } else if (args[at].startsWith("-")) throw new Error(`Cannot start: there is no option ${args[at]}.\n${usage}`);
    else if (options.folder !== undefined)
      throw new Error(`Cannot start: ${options.folder} and ${args[at]} are two folders, one is opened.\n${usage}`);
    else options.folder = args[at];
  }
  return options;
}
