import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

// Folders under dist/ that are made of sources and named by their hash: builds of the server, databases to begin with.

const KEPT = 3

/** The hash of all files under these folders and files of the project. */
export function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(name => filesUnder(join(root, name))).sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    )
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

/** Where a process makes a folder before it is moved into its place. */
export const besideOf = folder => join(folder, '..', `new-${process.pid}`)

/** Moves what was made beside into its place; two processes at once may both have made it. */
export function moveInto(folder, beside) {
  try {
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Notes that the folder is used now; of those beside it only the ones that were used last stay. */
export function keepNewest(folder) {
  const now = new Date()
  utimesSync(folder, now, now)
  const all = join(folder, '..')
  // Another process may be removing the same one.
  const age = name => statSync(join(all, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const byAge = readdirSync(all)
    .filter(name => !name.startsWith('new-'))
    .sort((a, b) => age(b) - age(a))
  for (const name of byAge.slice(KEPT)) rmSync(join(all, name), { recursive: true, force: true })
}
