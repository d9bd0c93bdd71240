import type { Context } from 'koa'
import {
  type OnlyCalls,
  type SimulatedBehaviour,
  type SimulatedMode,
  simulatedModeNames,
} from '../../../resources/platform/simulated-sap.ts'

/** The behaviours of a control call, or the sentence that refuses it. */
type Control = { behaviours: SimulatedBehaviour[]; refusal?: never } | { refusal: string; behaviours?: never }

/** Reads `{ mode, times?, only?, every?, … }`, or several of them as `{ behaviours: [ … ] }`. */
export function readBehaviours(body: unknown): Control {
  const input = (body ?? {}) as Record<string, unknown>
  const each = Array.isArray(input.behaviours) ? input.behaviours : [input]
  const read = each.map(readBehaviour)
  const refusal = read.find(one => typeof one === 'string')
  return typeof refusal === 'string' ? { refusal } : { behaviours: read as SimulatedBehaviour[] }
}

function readBehaviour(value: unknown): SimulatedBehaviour | string {
  const input = (typeof value === 'object' && value !== null ? value : {}) as Partial<SimulatedBehaviour>
  const { mode, times = null, only = {}, every = 1, percent = 30, seed = 1, among = [] } = input
  if (!isMode(mode)) return `Say { "mode": one of ${simulatedModeNames.join(', ')} }.`
  if (times !== null && !isCount(times)) return 'Say "times" as a whole number above 0, or leave it out.'
  if (!isCount(every)) return 'Say "every" as a whole number above 0, or leave it out.'
  if (!isOnly(only)) return 'Say "only" as { "service", "entity", "kind": read or change }, or leave it out.'
  if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100))
    return 'Say "percent" as a number from 0 to 100.'
  if (!Number.isSafeInteger(seed)) return 'Say "seed" as a whole number.'
  if (!Array.isArray(among) || !among.every(isMode))
    return `Say "among" as a list of modes: ${simulatedModeNames.join(', ')}.`
  return { mode, times, only, every, percent, seed, among }
}

const isMode = (value: unknown): value is SimulatedMode => simulatedModeNames.includes(value as SimulatedMode)
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0

function isOnly(value: unknown): value is OnlyCalls {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([name, entry]) =>
    name === 'kind'
      ? entry === 'read' || entry === 'change'
      : (name === 'service' || name === 'entity') && typeof entry === 'string' && entry.length <= 60,
  )
}

/** Whether a request comes from this machine itself, not through a proxy on it. */
export function fromThisMachine(ctx: Context): boolean {
  const address = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => ctx.get(name) !== '')
  return !forwarded && (address === '::1' || address.startsWith('127.'))
}
