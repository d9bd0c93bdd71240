import { afterOfficeMinutes, officeMinutes } from '../define/dates.ts'
import { choice } from '../define/fields.ts'

/** When something is due, in instants, and how long the clock stood still for it, in minutes of office time. */
export interface SlaClock {
  dueAt: string
  /** Since when SLA clock paused; null while it runs. */
  pausedAt: string | null
  pausedMinutes: number
}

type Holidays = ReadonlySet<string>

/** A clock that gives so many office hours from an instant; `holidays` are those of the whole country. */
export const startClock = (at: string, slaHours: number, holidays: Holidays): SlaClock => ({
  dueAt: afterOfficeMinutes(at, slaHours * 60, holidays),
  pausedAt: null,
  pausedMinutes: 0,
})

/** A clock for a second try: half of the hours, from now on. */
export const restartClock = (at: string, slaHours: number, holidays: Holidays): SlaClock => ({
  dueAt: afterOfficeMinutes(at, slaHours * 30, holidays),
  pausedAt: null,
  pausedMinutes: 0,
})

/** Stops the clock; one that stands already stays as it is. */
export const pauseClock = ({ dueAt, pausedAt, pausedMinutes }: SlaClock, at: string): SlaClock => ({
  dueAt,
  pausedAt: pausedAt ?? at,
  pausedMinutes,
})

/** Lets the clock run again: what is due moves by the office time of the pause. */
export function resumeClock({ dueAt, pausedAt, pausedMinutes }: SlaClock, at: string, holidays: Holidays): SlaClock {
  if (pausedAt === null) return { dueAt, pausedAt, pausedMinutes }
  const paused = Math.max(0, officeMinutes(pausedAt, at, holidays))
  return {
    dueAt: paused === 0 ? dueAt : afterOfficeMinutes(dueAt, paused, holidays),
    pausedAt: null,
    pausedMinutes: pausedMinutes + paused,
  }
}

/** How near the end of its time something is. */
const slaStates = ['LATE', 'SOON', 'IN_TIME', 'PAUSED', 'DONE'] as const

/** Hours before it is due from which something counts as due soon. */
export const SOON_HOURS = 24

/** How near the end of its time something is, as a column. */
export const slaField = choice(slaStates, {
  label: 'SLA',
  hint: 'Orders that are late or due within a day',
  tones: { LATE: 'bad', SOON: 'wait', IN_TIME: 'ok', PAUSED: 'end', DONE: 'end' },
})
