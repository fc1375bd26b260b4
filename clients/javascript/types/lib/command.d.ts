/**
 * Returns the server's command line: the setting, or else `MOVIE_SERVER`, or else `movie-server` on PATH. The first two
 * are a path, in which `~` is the home folder, or a command line.
 * @param {string} [setting]
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [settingName] how the user calls the setting, for the error
 * @returns {string[]}
 */
export function findCommand(setting?: string | undefined, env?: Record<string, string | undefined> | undefined, settingName?: string | undefined): string[];
/**
 * Returns the server's command line, and what errors call the program: its path, and where that is set.
 * @param {string} [setting]
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [settingName]
 * @returns {{command: string[], label: string}}
 */
export function locate(setting?: string | undefined, env?: Record<string, string | undefined> | undefined, settingName?: string | undefined): {
    command: string[];
    label: string;
};
