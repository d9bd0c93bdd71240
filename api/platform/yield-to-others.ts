/** Lets other requests in between two pieces of work: the embedded database answers at once and would never wait. */
export const letOthersIn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Lets others in between many small pieces of work whenever so many milliseconds have passed since they had their turn. */
export function breathing(most = 8) {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < most) return
    await letOthersIn()
    since = performance.now()
  }
}
