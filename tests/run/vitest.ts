import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { command, run } from './child.ts'
import { counted, type Failure, failure, readReport, reports, type Verdict, verdict } from './verdict.ts'

interface TestReport {
  fullName: string
  status: string
  failureMessages?: string[]
}

interface FileReport {
  name: string
  status: string
  message?: string
  assertionResults: TestReport[]
}

/** Which tests a stage of Vitest runs: files, or all of its projects, and the tags that they must have or not. */
export interface Wanted {
  projects: readonly string[]
  files?: readonly string[]
  tags?: string
  flags?: readonly string[]
  env?: Record<string, string>
  /** Whether files that failed get a second try: not where somebody waits for the first. */
  again?: boolean
}

/** More files than that fail for a reason, and get no second try. */
export const MOST_SECOND_TRIES = 3

/** Runs a stage of Vitest; up to three files that failed are tried once more. */
export async function vitest(stage: string, wanted: Wanted): Promise<Verdict> {
  const first = await runOnce(stage, stage, wanted)
  const failed = first.files.filter(isFailed)
  const second =
    wanted.again !== false && deservesSecondTry(failed)
      ? await runOnce(stage, `${stage}-again`, { ...wanted, files: failed.map(pathOf) })
      : { code: first.code, files: [], cpuSeconds: 0 }
  const files = first.files.map(file => second.files.find(({ name }) => name === file.name) ?? file)
  const lasting = files.filter(isFailed)
  const past = failed.filter(({ name }) => !lasting.some(other => other.name === name))
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (status: string) => tests.filter(test => test.status === status).length
  const broken = lasting.filter(file => !file.assertionResults.some(isFailed))
  const found = verdict({
    passed: count('passed'),
    failed: count('failed') + broken.length,
    failures: lasting.flatMap(file => failuresOf(stage, file)),
    tries: past.flatMap(file => failuresOf(stage, file)),
    cpuSeconds: (first.cpuSeconds ?? 0) + (second.cpuSeconds ?? 0),
  })
  return counted(second.code, found)
}

async function runOnce(stage: string, name: string, { projects, files = [], tags, flags = [], env = {} }: Wanted) {
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  const args = [
    command('vitest', 'vitest.mjs'),
    'run',
    ...files,
    ...projects.flatMap(project => ['--project', project]),
    ...(tags ? ['--tags-filter', tags] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...flags,
  ]
  const { code, cpuSeconds } = await run(args, { TEST_STAGE: stage, ...env })
  return { code, cpuSeconds, files: readReport<{ testResults: FileReport[] }>(name).testResults }
}

// A moment in which the machine stood still fails a test or two; a counterexample of a property stays one.
function deservesSecondTry(failed: readonly FileReport[]): boolean {
  const messages = failed.flatMap(({ message, assertionResults }) => [
    message ?? '',
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
  ])
  const isFound = messages.some(message => message.includes('Property failed after'))
  return failed.length > 0 && failed.length <= MOST_SECOND_TRIES && !isFound
}

// A file that does not load contains no failed test, but counts as failed.
function failuresOf(stage: string, file: FileReport): Failure[] {
  const failed = file.assertionResults.filter(isFailed)
  if (failed.length === 0) return [failure(stage, pathOf(file), 'did not load', file.message)]
  return failed.map(test => failure(stage, pathOf(file), test.fullName, test.failureMessages?.[0]))
}

const isFailed = ({ status }: { status: string }) => status === 'failed'
const pathOf = ({ name }: FileReport) => relative(root, name)
