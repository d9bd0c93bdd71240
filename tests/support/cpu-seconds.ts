/** Limits in processor seconds with room for a slow machine; an attack that works would take minutes. */
export const FAST_SECONDS = 1
export const SINGLE_PASS_SECONDS = 5

/**
 * The processor seconds of a function. When it takes longer than `enough` it is run twice more and the least
 * counts, because garbage collection may slow one run but not all three.
 */
export async function cpuSeconds(enough: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && least > enough; tries++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000_000)
  }
  return least
}
