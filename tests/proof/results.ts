import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { type Failure, failureText, sum, type Verdict } from '../run/verdict.ts'

/** What a part found, as results.md keeps it. */
export interface Result {
  part: string
  found: string
  minutes: string
  when: string
  commit: string
  seed: string
}

const file = join(root, 'tests', 'proof', 'results.md')
/** What the proof itself writes, and what no test reads. */
const aside = [...['tests/proof/map.json', 'tests/budget.json', 'tests/support/shapes/shapes.json'], '*.md'].map(
  path => `:(exclude)${path}`,
)

/** The results kept so far, by part. */
export function keptResults(): Map<string, Result> {
  if (!existsSync(file)) return new Map()
  const rows = readFileSync(file, 'utf8').matchAll(/^\| (\S+) \| (.*?) \| (.*?) \| (.*?) \| (\w+) \| (\d+) \|$/gm)
  return new Map(
    [...rows].map(([, part, found, minutes, when, commit, seed]) => [
      part!,
      { part: part!, found: found!, minutes: minutes!, when: when!, commit: commit!, seed: seed! },
    ]),
  )
}

/** Whether a part passed whole on sources like those that are here. */
export function holds(result: Result | undefined): boolean {
  return (
    result !== undefined &&
    / 0 failed$/.test(result.found) &&
    git('diff', '--quiet', result.commit, '--', '.', ...aside)
  )
}

/** The commit that is tried. Throws where something is not committed, since a result speaks of a commit. */
export function triedCommit(): string {
  if (!git('diff', '--quiet', 'HEAD', '--', '.', ...aside))
    throw new Error('Something is not committed: commit it first, so that the results say what was tried.')
  return spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()
}

/** Keeps what a part found beside the results of the others, with the names of what failed. */
export function keepResult(
  part: string,
  found: Verdict,
  run: Pick<Result, 'commit' | 'seed'> & { minutes: number },
): void {
  const results = keptResults()
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  results.set(part, { ...run, part, found: sum(found), minutes: run.minutes.toFixed(1), when })
  const failures = new Map(keptFailures())
  failures.set(part, [...found.failures, ...found.tries].map(line))
  writeFileSync(file, textOf([...results.values()], failures))
}

const line = (one: Failure) => failureText(one).replaceAll(/\s*\n\s*/g, ' ')

function textOf(results: readonly Result[], failures: ReadonlyMap<string, string[]>): string {
  const rows = results.map(
    ({ part, found, minutes, when, commit, seed }) =>
      `| ${part} | ${found} | ${minutes} | ${when} | ${commit} | ${seed} |`,
  )
  const lists = [...failures]
    .filter(([, lines]) => lines.length > 0)
    .map(([part, lines]) => `## ${part}\n${lines.map(one => `- ${one}`).join('\n')}\n`)
  return `# What the proof found

\`npm run proof\` writes this: what each part found when it last ran, in UTC, of which commit, with which seed. Below stand the names of what failed, or passed at the second try only.

| part | found | minutes | when | commit | seed |
|---|---|--:|---|---|--:|
${rows.join('\n')}
${lists.length > 0 ? `\n${lists.join('\n')}` : ''}`
}

function keptFailures(): [string, string[]][] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map(text => {
      const [part, ...lines] = text.trim().split('\n')
      return [part!, lines.map(one => one.replace(/^- /, ''))]
    })
}

function git(...args: string[]): boolean {
  return spawnSync('git', args, { cwd: root }).status === 0
}
