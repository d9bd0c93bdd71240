import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changed } from './changed.ts'
import { whyMissing } from './child.ts'
import { type Cost, costFolder, costs, dearest, keepCosts } from './costs.ts'
import { type Stage, stages } from './stages.ts'
import { failureText, reports, sum, type Verdict, verdict } from './verdict.ts'

// The guard: every stage, even when one fails, then what failed, at the end, where the output of a long run is looked at
// first. `changed` runs what a change needs; otherwise the arguments name stages. The same tree is tried by the same seed,
// so that a verdict is no matter of luck; the proof takes another each time.

const wanted = process.argv.slice(2)
const seed = Number(process.env.TEST_SEED) || 1
process.env.TEST_SEED = String(seed)

if (wanted[0] === 'changed') process.exitCode = await changed(wanted.slice(1))
else process.exitCode = await guard(wanted)

async function guard(names: readonly string[]): Promise<number> {
  const unknown = names.find(name => !Object.hasOwn(stages, name))
  if (unknown) {
    console.error(`There is no stage "${unknown}": name some of ${Object.keys(stages).join(', ')}, or changed.`)
    return 1
  }
  const chosen = Object.entries(stages).filter(([name]) => names.length === 0 || names.includes(name))
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(costFolder, { recursive: true })
  console.log(`Matrices and properties are sampled by the seed ${seed}; TEST_SEED=4711 npm test tries others.`)
  const found: [name: string, Verdict, seconds: number][] = []
  for (const [name, stage] of chosen) {
    console.log(`\n=== ${name} ===`)
    const began = Date.now()
    found.push([name, await runStage(stage), Math.round((Date.now() - began) / 1000)])
  }
  return conclude(found)
}

async function runStage(stage: Stage): Promise<Verdict> {
  const missing = stage.needs && whyMissing(stage.needs)
  if (missing) {
    console.error(`\n!!! SKIPPED: ${missing}\n`)
    return verdict({ skipped: 1, note: ` SKIPPED: ${missing}` })
  }
  try {
    return await stage.run()
  } catch (error) {
    console.error(error)
    return verdict({ failed: 1, note: ' CRASHED' })
  }
}

function conclude(found: readonly [name: string, Verdict, seconds: number][]): number {
  const verdicts = found.map(([, one]) => one)
  const tries = verdicts.flatMap(one => one.tries)
  const failures = verdicts.flatMap(one => one.failures)
  writeFileSync(join(reports, 'second-tries.json'), `${JSON.stringify(tries, null, 2)}\n`)
  const kept = keepCosts(found.map(([stage, { cpuSeconds }, seconds]): Cost => ({ stage, cpuSeconds, seconds })))
  console.log(`\n${dearest(costs())}`)
  if (tries.length > 0) console.log(`\nPassed at the second try only:\n${tries.map(failureText).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failureText).join('\n')}`)
  const lines = found.map(([name, one, seconds]) => {
    const cpu = one.cpuSeconds === null ? '' : `, ${Math.round(one.cpuSeconds)} of the processor`
    return `${name}: ${sum(one)} (${seconds} s${cpu})${one.note ?? ''}`
  })
  console.log(`\n${lines.join('\n')}\n${kept}`)
  const total = {
    passed: add(verdicts, 'passed'),
    failed: add(verdicts, 'failed'),
    skipped: add(verdicts, 'skipped'),
  }
  console.log(sum(total))
  return total.failed > 0 || total.passed + total.failed === 0 ? 1 : 0
}

function add(verdicts: readonly Verdict[], what: 'passed' | 'failed' | 'skipped'): number {
  return verdicts.reduce((total, one) => total + one[what], 0)
}
