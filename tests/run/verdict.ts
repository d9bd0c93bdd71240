import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../../api/platform/config.ts'

/** Where every run keeps its reports. */
export const reports = join(root, 'test-results')

/** One test that failed, by its stage, file and name, with the lines that say why. */
export interface Failure {
  stage: string
  file: string
  test: string
  reason: string
}

/** What a stage found. `tries` are failures that a second try did not have. */
export interface Verdict {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  tries: Failure[]
  cpuSeconds: number | null
  note?: string
}

/** A verdict without findings; what is named replaces it. */
export function verdict(found: Partial<Verdict>): Verdict {
  return { passed: 0, failed: 0, skipped: 0, failures: [], tries: [], cpuSeconds: null, ...found }
}

/** How much of a message is kept: enough for a locator with what was found, or a counterexample with its seed. */
const MOST_LINES = 12
const MOST_LETTERS = 400

/** A run with an error exit and no failed test has crashed, which counts as a failure. */
export function counted(code: number, found: Verdict): Verdict {
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1, note: ' CRASHED' } : found
}

export function failure(stage: string, file: string, test: string, message: string | undefined): Failure {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter(line => line.trim() !== '')
  const stack = lines.findIndex(line => /^\s+at /.test(line))
  const said = lines.slice(0, stack > 0 ? stack : undefined).slice(0, MOST_LINES)
  return { stage, file, test, reason: said.map(line => line.slice(0, MOST_LETTERS)).join('\n') }
}

/** A failure as it is printed: what is needed to begin with it where only the end of a run's output is kept. */
export const failureText = ({ stage, file, test, reason }: Failure) =>
  `${stage}: ${file}: ${test}: ${reason.replaceAll('\n', '\n    ')}`

/** «12 passed, 0 failed», the form in which the last line of a run is read. */
export function sum({ passed, failed, skipped }: Pick<Verdict, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The JSON report of a stage. Throws when the stage ended without one. */
export function readReport<T>(name: string): T {
  const file = join(reports, `${name}.json`)
  if (!existsSync(file)) throw new Error(`The stage ${name} ended without a report.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}
