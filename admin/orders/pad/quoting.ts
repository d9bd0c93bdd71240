/** Requests a quote after a burst of changes; an answer overtaken by a later change is discarded. */
export function quoting<Question, Answer>(asking: {
  /** Builds the request when the burst is over; null when there is nothing to ask. */
  question: () => Question | null
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>
  onAsking: () => void
  onNothing: () => void
  onAnswer: (answer: Answer, question: Question) => void
  onFailure: (error: unknown, question: Question) => void
  /** Milliseconds without changes that end a burst. */
  quiet?: number
}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function ask() {
    const question = asking.question()
    if (question === null) return asking.onNothing()
    const mine = new AbortController()
    running = mine
    asking.onAsking()
    try {
      const answer = await asking.ask(question, mine.signal)
      if (!mine.signal.aborted) asking.onAnswer(answer, question)
    } catch (error) {
      if (!mine.signal.aborted) asking.onFailure(error, question)
    }
  }

  function stop() {
    clearTimeout(timer)
    running?.abort()
  }

  function changed() {
    stop()
    timer = setTimeout(() => void ask(), asking.quiet ?? 250)
  }

  return { changed, stop }
}
