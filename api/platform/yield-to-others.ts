/** Lets other requests run between two pieces of work: the embedded database answers at once and would never wait. */
export const yieldToOthers = () => new Promise<void>(resolve => setImmediate(resolve))

/** Returns a function that lets other requests run whenever so many milliseconds have passed since they last did. */
export function yieldEvery(most = 8) {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < most) return
    await yieldToOthers()
    since = performance.now()
  }
}
