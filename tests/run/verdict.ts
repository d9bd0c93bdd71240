import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../../api/platform/config.ts'

/** Where every run keeps its reports. */
export const reports = join(root, 'test-results')

/** One test that failed, by its stage, file and name, with the first line of why. */
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

/** A run with an error exit and no failed test has crashed, which counts as a failure. */
export function counted(code: number, found: Verdict): Verdict {
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1, note: ' CRASHED' } : found
}

export function failure(stage: string, file: string, test: string, message: string | undefined): Failure {
  const reason = stripVTControlCharacters(message ?? '').split('\n')[0]!
  return { stage, file, test, reason: reason.slice(0, 300) }
}

export const failureLine = ({ stage, file, test, reason }: Failure) => `${stage}: ${file}: ${test}: ${reason}`

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
