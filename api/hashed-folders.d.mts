/** The hash of all files under these folders and files of the project. */
export function hashOf(sources: readonly string[]): string
/** Where a process makes a folder before it is moved into its place. */
export function besideOf(folder: string): string
/** Moves what was made beside into its place; two processes at once may both have made it. */
export function moveInto(folder: string, beside: string): void
/** Notes that the folder is used now; of those beside it only the ones that were used last stay. */
export function keepNewest(folder: string): void
