import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../api/platform/config.ts'

// How many shapes of SQL the whole API suite sends to MariaDB is kept in a file: the guard sends a part of them.

const keptFile = join(root, 'tests', 'support', 'shapes', 'shapes.json')

/** How many shapes were counted, by whom and on which day. */
interface Kept {
  countedBy: string
  day: string
  whole: number
}

/** What one test file sent. */
interface Line {
  file: string
  shapes: string[]
}

/** What these send differs from seed to seed. */
const BY_SEED = /\/(?:rights-fields|rights-rows)\.test\.ts$/

/** The part of all shapes that the guard sends at least; whole matrices of rights, which it samples, send most others. */
const LEAST = 0.77

/** The shapes that the test files of a run sent, which noted them in this folder (SHAPES_FOLDER). */
function shapesSent(folder: string): Set<string> {
  const lines = globSync(join(folder, '*.jsonl'))
    .flatMap(file => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line): Line => JSON.parse(line))
  return new Set(lines.filter(({ file }) => !BY_SEED.test(file)).flatMap(({ shapes }) => shapes))
}

/** Says what to do when the guard sent too few shapes, or else returns null. */
export function checkShapes(folder: string): string | null {
  const { whole }: Kept = JSON.parse(readFileSync(keptFile, 'utf8'))
  const sent = shapesSent(folder).size
  console.log(`The guard sent ${sent} of ${whole} shapes of SQL to MariaDB.`)
  if (sent >= whole * LEAST) return null
  return `The tests on MariaDB sent ${sent} of ${whole} shapes of SQL, less than ${LEAST * 100} %: tag the test file that took over what was removed with @module-tag sql, or where the suite sends fewer, count them again with npm run proof -- mariadb.`
}

/** Keeps the count of a run of the whole suite. */
export function keepShapes(folder: string): null {
  const counts: Kept = {
    countedBy: 'npm run proof -- mariadb',
    day: new Date().toISOString().slice(0, 10),
    whole: shapesSent(folder).size,
  }
  writeFileSync(keptFile, `${JSON.stringify(counts, null, 2)}\n`)
  return null
}
