import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { costs, dearest, type FileCost, lastRun } from './costs.ts'

// What `npm run budget` runs: compares what the last whole `npm test` took of the processor with what tests/budget.json
// allows. It is no part of the verdict of a run, which does not depend on speed; `-- write` keeps new shares.

interface Budget {
  /** The seconds of `calibrate` on the machine whose seconds these are. */
  calibration: number
  /** Seconds of the processor by room: a stage, or a folder of one. */
  rooms: Record<string, number>
  /** Why a file takes more than ten seconds. */
  reasons: Record<string, string>
}

/** How much more than its budget a run may take, and what a file may take without a reason. */
const MOST = 1.1
const DEAR_SECONDS = 10

const file = join(root, 'tests', 'budget.json')
const budget: Budget = JSON.parse(readFileSync(file, 'utf8'))
const { stages, calibration } = lastRun()
const files = costs()

if (process.argv.includes('write')) write()
else process.exitCode = compare()

function compare(): number {
  const allowed = Object.values(budget.rooms).reduce((total, seconds) => total + seconds, 0)
  const like = budget.calibration / calibration
  const used = total(stages) * like
  const unexplained = files.filter(one => one.seconds * like > DEAR_SECONDS && !budget.reasons[nameOf(one)])
  console.log(dearest(files))
  console.log(
    `\nRooms, in seconds of the machine of tests/budget.json (this one has ${like.toFixed(2)} of them in a second):`,
  )
  for (const [room, seconds] of rooms())
    console.log(`${(seconds * like).toFixed(0).padStart(7)} of ${budget.rooms[room] ?? 0} ${room}`)
  console.log(`\n${Math.round(used)} of ${Math.round(allowed)} seconds of the processor.`)
  for (const one of unexplained)
    console.error(
      `${nameOf(one)} takes ${one.seconds.toFixed(1)} s: make it cheaper, or write its reason into tests/budget.json.`,
    )
  if (used > allowed * MOST)
    console.error(
      'That is more than 110 % of the budget: make the rooms above cheaper, or write new shares with npm run budget -- write.',
    )
  return unexplained.length > 0 || used > allowed * MOST ? 1 : 0
}

function write(): void {
  const shares = Object.fromEntries(rooms().map(([room, seconds]) => [room, Math.ceil(seconds)]))
  writeFileSync(file, `${JSON.stringify({ ...budget, calibration, rooms: shares }, null, 2)}\n`)
  console.log(`tests/budget.json allows ${Math.round(total(stages))} seconds of the processor.`)
}

/** What each room took: the files of a folder of a stage, and of a stage what belongs to none of its files. */
function rooms(): [room: string, seconds: number][] {
  const found = new Map<string, number>()
  const add = (room: string, seconds: number) => found.set(room, (found.get(room) ?? 0) + seconds)
  for (const one of files) add(roomOf(one), one.seconds)
  for (const { stage, cpuSeconds } of stages) {
    const ofFiles = files.filter(one => one.stage === stage).reduce((sum, { seconds }) => sum + seconds, 0)
    add(stage, Math.max(0, (cpuSeconds ?? 0) - ofFiles))
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

// tests/api/orders/x.test.ts of the stage mariadb belongs to mariadb/orders.
function roomOf({ stage, file: path }: FileCost): string {
  const folders = path
    .replace(/^tests\/\w+\//, '')
    .split('/')
    .slice(0, -1)
  return [stage, ...folders.slice(0, 1)].join('/')
}

function nameOf({ stage, file: path }: FileCost): string {
  return `${stage}: ${path}`
}

function total(all: typeof stages): number {
  return all.reduce((sum, { cpuSeconds }) => sum + (cpuSeconds ?? 0), 0)
}
