/**
 * From now on every file and folder that this process, its threads and its children make is its user's alone, whatever
 * makes it: SQLite, uploads, copies. Said first by whatever is started and may write into the data folder.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
