/** A part of a job that stands for itself, by the name that a failure is told with. */
export interface Step {
  name: string
  take: () => Promise<unknown>
}

/** Takes steps one by one, also after one that failed. Returns how many there were; throws at the end, naming those that failed. */
export async function eachByItself(steps: Iterable<Step> | AsyncIterable<Step>): Promise<number> {
  const failures: { name: string; error: Error }[] = []
  let count = 0
  for await (const { name, take } of steps) {
    count++
    try {
      await take()
    } catch (error) {
      failures.push({ name, error: error as Error })
    }
  }
  if (failures.length === 0) return count
  throw new AggregateError(
    failures.map(({ error }) => error),
    failures.map(({ name, error }) => `${name}: ${error.message}`).join('; '),
  )
}
