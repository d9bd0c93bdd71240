import type { ApprovalStep } from '../../trade.ts'

/** A decided task of the past; instants as UTC text. */
export interface PastTask {
  step: ApprovalStep
  sbuId: number
  createdAt: string
  actedAt: string
}

/** How long decisions usually took, in hours with one decimal, and from how many tasks that is known. */
export interface UsualDuration {
  hours: number
  tasks: number
}

/** Fewer decisions than this predict nothing. */
const LEAST = 3

/** The median time from task to decision by `sbu/step`. Pairs with too few tasks are left out. */
export function usualHours(tasks: readonly PastTask[]): Map<string, UsualDuration> {
  const usual = new Map<string, UsualDuration>()
  for (const [key, own] of Map.groupBy(tasks, ({ sbuId, step }) => `${sbuId}/${step}`)) {
    if (own.length < LEAST) continue
    const durations = own
      .map(({ createdAt, actedAt }) => Math.max(0, Date.parse(actedAt) - Date.parse(createdAt)))
      .sort((a, b) => a - b)
    const middle = (durations[(durations.length - 1) >> 1]! + durations[durations.length >> 1]!) / 2
    usual.set(key, { hours: Math.round(middle / 360_000) / 10, tasks: own.length })
  }
  return usual
}
