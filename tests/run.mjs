import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installed, root } from '../api/install.mjs'

// What `npm test` runs, on a bare clone too: installs, runs every stage even when one fails, and counts.
// `npm test -- api mariadb` runs the stages named.

const node = installed()
const reports = join(root, 'test-results')
// More files than that fail for a reason, and get no second try.
const MOST_SECOND_TRIES = 3
// What hangs fails, and lets the stages after it run.
const MOST_MINUTES = 40 * (Number(process.env.TEST_SLOWER) || 1)

const stages = {
  types: { run: () => check('node_modules/typescript/bin/tsc', '-p', '.') },
  lint: { run: () => check('node_modules/@biomejs/biome/bin/biome', 'check', '.') },
  resources: { run: () => vitest('resources', 'resources') },
  api: { run: () => vitest('api', 'api') },
  mariadb: { needs: 'tests/support/mariadb.ts', run: () => vitest('mariadb', 'api', { TEST_DATABASE: 'mariadb' }) },
  journeys: { needs: 'tests/support/browser.ts', run: journeys },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find(name => !(name in stages))
if (unknown) {
  console.error(`There is no stage "${unknown}": name some of ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const notes = []
const failures = []
const secondTries = []
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${name} ===`)
  const started = Date.now()
  const count = await runStage(name, stage)
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  notes.push(`${name}: ${sum(count)} (${Math.round((Date.now() - started) / 1000)} s)${count.note ?? ''}`)
}

if (secondTries.length > 0) console.log(`\nPassed at the second try only:\n${secondTries.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
const nothingRan = total.passed + total.failed === 0
console.log(`\n${notes.join('\n')}`)
process.exitCode = total.failed > 0 || nothingRan ? 1 : 0
console.log(sum(total))

async function runStage(name, stage) {
  if (stage.needs) {
    const missing = whyMissing(stage.needs)
    if (missing) {
      console.error(`\n!!! SKIPPED: ${name}. ${missing}\n`)
      return { passed: 0, failed: 0, skipped: 1, note: ` SKIPPED: ${missing}` }
    }
  }
  try {
    return await stage.run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0, note: ' CRASHED' }
  }
}

// A support file run as a script finds or installs what its stage needs, and exits with 3 when it cannot.
function whyMissing(file) {
  const { status, stderr } = spawnSync(node, [file], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return null
  return stderr.trim().split('\n').at(-1) || `${file} ended with ${status}.`
}

async function check(script, ...args) {
  const code = await run([script, ...args])
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

async function vitest(name, project, env = {}) {
  const first = await vitestRun(name, project, [], env)
  const failed = first.files.filter(isFailed)
  const second = deservesSecondTry(failed)
    ? await vitestRun(`${name}-again`, project, failed.map(pathOf), env)
    : { code: first.code, files: [] }
  const files = first.files.map(file => second.files.find(({ name }) => name === file.name) ?? file)
  const lasting = files.filter(isFailed)
  for (const file of lasting) noteFailures(name, file, failures)
  for (const file of failed.filter(({ name }) => !lasting.some(other => other.name === name)))
    noteFailures(name, file, secondTries)
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length
  const broken = lasting.filter(file => !file.assertionResults.some(isFailed))
  const [passed, missed] = [count('passed'), count('failed') + broken.length]
  return counted(second.code, { passed, failed: missed, skipped: tests.length - passed - count('failed') })
}

async function vitestRun(name, project, only, env) {
  const report = join(reports, `${name}.json`)
  const flags = ['--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(['node_modules/vitest/vitest.mjs', 'run', ...only, ...flags], env)
  return { code, files: readReport(report).testResults }
}

// A moment in which the machine stood still fails a test or two; a counterexample of a property stays one.
function deservesSecondTry(failed) {
  const messages = failed.flatMap(({ message, assertionResults }) => [
    message ?? '',
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
  ])
  const isFound = messages.some(message => message.includes('Property failed after'))
  return failed.length > 0 && failed.length <= MOST_SECOND_TRIES && !isFound
}

function pathOf({ name }) {
  return relative(root, name)
}

// A file that does not load contains no failed test, but counts as failed.
function noteFailures(stage, file, list) {
  const failed = file.assertionResults.filter(isFailed)
  for (const test of failed) note(stage, pathOf(file), test.fullName, test.failureMessages, list)
  if (failed.length === 0) note(stage, pathOf(file), 'did not load', [file.message], list)
}

async function journeys() {
  const first = await journeysRun('journeys', [])
  const failed = [...new Set(first.tests.filter(isFailed).map(({ file }) => file))]
  const again = failed.length > 0 && failed.length <= MOST_SECOND_TRIES
  const second = again ? await journeysRun('journeys-again', failed) : { code: first.code, tests: [] }
  const kept = first.tests.filter(({ file }) => !again || !failed.includes(file))
  const tests = [...kept, ...second.tests]
  for (const test of tests.filter(isFailed)) note('journeys', test.file, test.title, test.messages, failures)
  for (const test of first.tests.filter(isFailed))
    if (!tests.some(other => isFailed(other) && other.file === test.file && other.title === test.title))
      note('journeys', test.file, test.title, test.messages, secondTries)
  const count = status => tests.filter(test => test.status === status).length
  return counted(second.code, { passed: count('passed'), failed: count('failed'), skipped: count('skipped') })
}

// Each run has portals of its own, so that a second try finds the data that the first one found.
async function journeysRun(name, only) {
  const report = join(reports, `${name}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    JOURNEYS_PORT: process.env.JOURNEYS_PORT || String(await freePort()),
    JOURNEYS_SECOND_PORT: process.env.JOURNEYS_SECOND_PORT || String(await freePort()),
    JOURNEYS_RESULTS: join('test-results', name),
  }
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', ...only, '--reporter=list,json'], env)
  const statuses = { expected: 'passed', skipped: 'skipped' }
  const tests = readReport(report)
    .suites.flatMap(specsOf)
    .flatMap(spec =>
      spec.tests.map(({ status, results }) => ({
        file: spec.file,
        title: spec.title,
        status: statuses[status] ?? 'failed',
        messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      })),
    )
  return { code, tests }
}

// A run with an error exit and no failed test has crashed, which counts as a failure.
function counted(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1, note: ' CRASHED' } : count
}

function isFailed({ status }) {
  return status === 'failed'
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

// The names of what failed stand together at the end, where the output of a long run is looked at first.
function note(stage, file, test, messages, list) {
  const reason = stripVTControlCharacters(messages[0] ?? '').split('\n')[0]
  list.push(`${stage}: ${file}: ${test}: ${reason.slice(0, 300)}`)
}

function readReport(file) {
  if (!existsSync(file)) throw new Error('The stage ended without a report.')
  return JSON.parse(readFileSync(file, 'utf8'))
}

function run(args, env = {}) {
  return new Promise((resolve, reject) => {
    const timeout = MOST_MINUTES * 60_000
    const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, timeout })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (signal) console.error(`\n!!! Ended by ${signal}; a run may take ${MOST_MINUTES} minutes.`)
      resolve(code ?? 1)
    })
  })
}

function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function sum({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
