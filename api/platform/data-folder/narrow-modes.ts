import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { simulatorFile } from '../simulators.ts'
import { isSavedName, savedFolder } from '../stored-files.ts'

type Place = Pick<Config, 'home' | 'databaseUrl'>

/** What SQLite writes beside a database. */
const BESIDE = ['', '-wal', '-shm', '-journal']
/** The rights of everybody but the user. */
const OF_OTHERS = 0o077

/**
 * Takes the rights of other users of this machine from the portal's files and folders that an earlier release made, and
 * leaves what is not the portal's. Where it may not, the log says so and the start goes on.
 */
export function narrowModes(place: Place, log: Log): void {
  // Windows knows no such rights.
  if (process.platform === 'win32') return
  const failed: { path: string; error: unknown }[] = []
  const tried = (path: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push({ path, error })
    }
  }
  const narrow = (path: string, stats: Stats | undefined) => {
    if (stats && stats.mode & OF_OTHERS) tried(path, () => chmodSync(path, stats.mode & 0o700))
  }
  const files = savedFolder(place.home)
  const { home } = place
  // A database may be a link to where it lies.
  for (const path of [join(home, 'secret'), ...databaseFiles(place)])
    tried(path, () => narrow(path, statSync(path, { throwIfNoEntry: false })))
  tried(files, () => {
    for (const name of readdirSync(files).filter(isSavedFile)) narrowOwn(join(files, name))
    narrowOwn(files)
  })
  tried(home, () => {
    const own = new Set(['secret', basename(files), ...databaseFiles(place).map(path => basename(path))])
    // Whoever put something else there may need the way to it.
    if (readdirSync(home).every(name => own.has(name))) narrow(home, statSync(home))
  })
  if (failed.length > 0) tell(failed, log)

  function narrowOwn(path: string) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() || stats?.isDirectory()) narrow(path, stats)
  }
}

const isSavedFile = (name: string) => isSavedName(name.replace(/-(wal|shm|journal)$/, ''))

/** The databases of the portal and of its simulators, the lock of migrations, and copies that a killed start left. */
function databaseFiles(place: Place): string[] {
  const simulators = (['sap', 'gateway', 'sms'] as const).map(name => simulatorFile(place, name))
  const { databaseUrl } = place
  const database = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
  const own = database ? [database, `${database}-migrating`, ...copiesOf(database)] : []
  return [...own, ...simulators].flatMap(path => BESIDE.map(end => path + end))
}

function copiesOf(database: string): string[] {
  const [folder, name] = [dirname(database), basename(database)]
  return namesIn(folder)
    .filter(other => other.startsWith(`${name}-`) && /^\d+$/.test(other.slice(name.length + 1)))
    .map(other => join(folder, other))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Before the first start there is none; what is wrong with it otherwise, the start finds out and says.
    return []
  }
}

function tell(failed: readonly { path: string; error: unknown }[], log: Log) {
  const [first] = failed
  const { code } = first!.error as NodeJS.ErrnoException
  log.warn(
    { paths: failed.slice(0, 10).map(({ path }) => path), count: failed.length, code },
    'Other users of this machine can read files of the portal, because their modes could not be narrowed: give these files to the user that the portal runs as, or remove the rights of group and others',
  )
}
