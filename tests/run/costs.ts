import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { calibrate } from './calibrate.ts'
import { reports } from './verdict.ts'

/** What a stage took: seconds on the clock, and of the processor where the system says. */
export interface Cost {
  stage: string
  cpuSeconds: number | null
  seconds: number
}

/** What one test file took of the processor in its stage. */
export interface FileCost {
  stage: string
  file: string
  seconds: number
}

/** The folder in which every worker notes what a file took, as lines of JSON. */
export const costFolder = join(reports, 'cpu')

const runFile = join(reports, 'costs.json')

/** What the stages of a run took, and the seconds of `calibrate` on its machine. */
interface Run {
  stages: Cost[]
  calibration: number
}

/** Keeps what the stages took for `npm run budget`; returns the sentence with the sum. */
export function keepCosts(stages: Cost[]): string {
  const kept: Run = { stages, calibration: calibrate() }
  writeFileSync(runFile, `${JSON.stringify(kept, null, 2)}\n`)
  const cpu = stages.reduce((total, { cpuSeconds }) => total + (cpuSeconds ?? 0), 0)
  const seconds = stages.reduce((total, stage) => total + stage.seconds, 0)
  return `${Math.round(cpu)} seconds of the processor in ${Math.round(seconds / 6) / 10} minutes: npm run budget compares them with tests/budget.json.`
}

/** What the last run took. Throws when there was none. */
export function lastRun(): Run {
  if (!existsSync(runFile)) throw new Error('There is no run to compare: run npm test first.')
  return JSON.parse(readFileSync(runFile, 'utf8'))
}

/** What each test file of the last run took, dearest first. */
export function costs(): FileCost[] {
  if (!existsSync(costFolder)) return []
  const lines = readdirSync(costFolder).flatMap(name => {
    const stage = name.replace(/\.jsonl$/, '')
    const text = readFileSync(join(costFolder, name), 'utf8').trim()
    return text.split('\n').map((line): FileCost => ({ stage, ...JSON.parse(line) }))
  })
  const files = new Map<string, FileCost>()
  for (const { stage, file, seconds } of lines) {
    const known = files.get(`${stage} ${file}`)
    files.set(`${stage} ${file}`, { stage, file, seconds: seconds + (known?.seconds ?? 0) })
  }
  return [...files.values()].sort((a, b) => b.seconds - a.seconds)
}

/** Notes what a file took, at the end of the list of its stage. */
export function noteCost(stage: string, file: string, seconds: number): void {
  mkdirSync(costFolder, { recursive: true })
  const short = file.startsWith(root) ? file.slice(root.length + 1) : file
  appendFileSync(join(costFolder, `${stage}.jsonl`), `${JSON.stringify({ file: short, seconds })}\n`)
}

/** The ten dearest files, as lines. */
export function dearest(files: readonly FileCost[]): string {
  const lines = files
    .slice(0, 10)
    .map(({ stage, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s ${stage} ${file}`)
  return `The ten dearest files, in seconds of the processor:\n${lines.join('\n')}`
}
