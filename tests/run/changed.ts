import { mkdirSync } from 'node:fs'
import { changedFiles } from './changed-files.ts'
import { whyMissing } from './child.ts'
import { type Choice, journeysFor, testsFor } from './choose-tests.ts'
import { costFolder } from './costs.ts'
import { playwright } from './playwright.ts'
import { readMap } from './source-map.ts'
import { check, checkForm, checkTypes } from './stages.ts'
import { failureText, sum, verdict } from './verdict.ts'
import { vitest } from './vitest.ts'

/**
 * What a change needs within a minute: its types, its form, and the tests that call what was changed, most specific
 * first; says what it left out. `npm test -- changed` compares with HEAD, `npm test -- changed main` with a commit.
 * Returns the exit code.
 */
export async function changed([since]: readonly string[]): Promise<number> {
  mkdirSync(costFolder, { recursive: true })
  const files = changedFiles(since)
  console.log(`${files.length} changed files: ${files.slice(0, 8).join(', ')}${files.length > 8 ? ' …' : ''}`)
  const map = readMap()
  const [tests, journeys] = [testsFor(files, map), journeysFor(files, map)]
  tell('tests', tests)
  tell('journeys', journeys)
  // The form says something within seconds, the types run beside the tests.
  const form = await check('lint', checkForm('--no-errors-on-unmatched', ...files))
  const types = check('types', checkTypes)
  const found = [
    form,
    tests.files.length > 0
      ? await vitest('changed', { projects: ['resources', 'api'], files: tests.files, again: false })
      : verdict({}),
    journeys.files.length > 0 && whyMissing('tests/support/browser.ts') === null
      ? await playwright('changed-journeys', { files: journeys.files, again: false })
      : verdict({}),
    await types,
  ]
  const failures = found.flatMap(one => one.failures)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failureText).join('\n')}`)
  const total = (what: 'passed' | 'failed' | 'skipped') => found.reduce((all, one) => all + one[what], 0)
  tell('tests', { files: [], leftOut: tests.leftOut })
  tell('journeys', { files: [], leftOut: journeys.leftOut })
  console.log(sum({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') }))
  return total('failed') > 0 ? 1 : 0
}

function tell(what: string, { files, leftOut }: Choice): void {
  if (files.length > 0) console.log(`Runs these ${what}, most specific first: ${files.join(', ')}`)
  if (leftOut.length > 0) console.log(`Leaves out these ${what} for their cost: ${leftOut.join(', ')}`)
}
