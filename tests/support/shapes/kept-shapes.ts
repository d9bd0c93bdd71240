import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../api/platform/config.ts'

// How many shapes of SQL the whole API suite sends to MariaDB, and how many of them the guard does, is kept in a file.

const keptFile = join(root, 'tests', 'support', 'shapes', 'shapes.json')

/** How many shapes were counted, by whom and on which day. */
interface Kept {
  countedBy: string
  day: string
  whole: number
  guard: number
}

/** What one test file sent: all of it, and what it does in the guard. */
interface Line {
  file: string
  all: string[]
  inGuard: string[]
}

/** What these send differs from seed to seed. */
const BY_SEED = /\/(?:rights-fields|rights-rows)\.test\.ts$/

/** The guard sends this part of all shapes at least; of those that it once sent, some are sent by chance. */
const LEAST_OF_ALL = 0.95
const LEAST_OF_KEPT = 0.99

/** Whether a test with these tags runs on MariaDB in the guard. */
export const runsInGuard = (tags: readonly string[]) =>
  (tags.includes('sql') || tags.includes('locks')) && !tags.includes('proof')

/** The shapes that the test files of a run sent, which noted them in this folder (SHAPES_FOLDER). */
export function shapesSent(folder: string, which: 'all' | 'inGuard' = 'all'): Set<string> {
  return new Set(linesIn(folder).flatMap(line => line[which]))
}

/** Says what to do when the guard sent fewer shapes than it used to, or else returns null. */
export function checkShapes(folder: string): string | null {
  const { guard } = kept()
  const sent = shapesSent(folder).size
  if (sent >= guard * LEAST_OF_KEPT) return null
  return `The tests on MariaDB sent ${sent} shapes of SQL where they used to send ${guard}: tag the test file that took over what was removed with @module-tag sql, or where fewer are right, count them anew with npm run proof -- mariadb.`
}

/** Keeps the counts of a run of the whole suite. Says what to do when the guard sends too few of them, else returns null. */
export function keepShapes(folder: string): string | null {
  const whole = shapesSent(folder)
  const guard = shapesSent(folder, 'inGuard')
  const counts: Kept = {
    countedBy: 'npm run proof -- mariadb',
    day: new Date().toISOString().slice(0, 10),
    whole: whole.size,
    guard: guard.size,
  }
  writeFileSync(keptFile, `${JSON.stringify(counts, null, 2)}\n`)
  if (guard.size >= whole.size * LEAST_OF_ALL) return null
  const missing = linesIn(folder)
    .map(({ file, all }) => ({ file, more: all.filter(shape => !guard.has(shape)).length }))
    .sort((a, b) => b.more - a.more)
    .slice(0, 5)
    .map(({ file, more }) => `${file} (${more})`)
  return `The guard sends ${guard.size} of ${whole.size} shapes of SQL to MariaDB, less than 95 %: tag some of ${missing.join(', ')} with @module-tag sql.`
}

function kept(): Kept {
  return JSON.parse(readFileSync(keptFile, 'utf8'))
}

function linesIn(folder: string): Line[] {
  return globSync(join(folder, '*.jsonl'))
    .flatMap(file => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line): Line => JSON.parse(line))
    .filter(({ file }) => !BY_SEED.test(file))
}
