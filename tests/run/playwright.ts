import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { command, run } from './child.ts'
import { counted, failure, readReport, reports, type Verdict, verdict } from './verdict.ts'
import { MOST_SECOND_TRIES } from './vitest.ts'

interface Spec {
  file: string
  title: string
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}

interface Suite {
  specs: Spec[]
  suites?: Suite[]
}

interface Test {
  file: string
  title: string
  status: string
  message: string | undefined
}

/** Which specs a stage runs: files, or all of its configuration, which is that of the journeys. */
export interface WantedSpecs {
  config?: string
  files?: readonly string[]
  flags?: readonly string[]
  env?: Record<string, string>
  again?: boolean
  /** Prints a dot for each of many tests, rather than a line. */
  dots?: true
}

/** Runs journeys; up to three files that failed are tried once more, on portals of their own. */
export async function playwright(stage: string, wanted: WantedSpecs): Promise<Verdict> {
  const first = await runOnce(stage, stage, wanted)
  const failed = [...new Set(first.tests.filter(isFailed).map(({ file }) => file))]
  const again = wanted.again !== false && failed.length > 0 && failed.length <= MOST_SECOND_TRIES
  const second = again
    ? await runOnce(stage, `${stage}-again`, {
        ...wanted,
        files: failed,
        // The named files are all of it now: a shard would leave some out.
        flags: [],
        env: { ...wanted.env, JOURNEYS_AGAIN: 'yes' },
      })
    : { code: first.code, tests: [] as Test[], cpuSeconds: 0 }
  const tests = [...first.tests.filter(({ file }) => !again || !failed.includes(file)), ...second.tests]
  const lasts = (test: Test) =>
    tests.some(other => isFailed(other) && other.file === test.file && other.title === test.title)
  const named = (test: Test) => failure(stage, test.file, test.title, test.message)
  const count = (status: string) => tests.filter(test => test.status === status).length
  const found = verdict({
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: tests.filter(isFailed).map(named),
    tries: first.tests.filter(test => isFailed(test) && !lasts(test)).map(named),
    cpuSeconds: (first.cpuSeconds ?? 0) + (second.cpuSeconds ?? 0),
  })
  return counted(second.code, found)
}

async function runOnce(stage: string, name: string, { config, files = [], flags = [], env = {}, dots }: WantedSpecs) {
  rmSync(join(reports, `${name}.json`), { force: true })
  const args = [
    command('@playwright/test', 'cli.js'),
    'test',
    ...files,
    ...flags,
    ...(config ? ['--config', config] : []),
    `--reporter=${dots ? 'dot' : 'list'},json`,
  ]
  const { code, cpuSeconds } = await run(args, {
    TEST_STAGE: stage,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`),
    JOURNEYS_RESULTS: join('test-results', name),
    ...env,
  })
  const statuses: Record<string, string> = { expected: 'passed', skipped: 'skipped' }
  const tests = readReport<{ suites: Suite[] }>(name)
    .suites.flatMap(specsOf)
    .flatMap(spec =>
      spec.tests.map(({ status, results }) => ({
        file: spec.file,
        title: spec.title,
        status: statuses[status] ?? 'failed',
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message))[0],
      })),
    )
  return { code, cpuSeconds, tests }
}

const isFailed = ({ status }: Test) => status === 'failed'

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
