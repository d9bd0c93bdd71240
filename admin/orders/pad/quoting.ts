/** Requests a quote after a burst of changes; an answer overtaken by a later change is discarded. */
export function quoting<Question, Answer>(options: {
  /** Builds the request when the burst is over; null when there is nothing to ask. */
  question: () => Question | null
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>
  /** From a change on, the last answer is not about what the pad shows. */
  onChanged: () => void
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
    const question = options.question()
    if (question === null) return options.onNothing()
    const mine = new AbortController()
    running = mine
    options.onAsking()
    try {
      const answer = await options.ask(question, mine.signal)
      if (!mine.signal.aborted) options.onAnswer(answer, question)
    } catch (error) {
      if (!mine.signal.aborted) options.onFailure(error, question)
    }
  }

  function stop() {
    clearTimeout(timer)
    running?.abort()
  }

  function changed() {
    stop()
    options.onChanged()
    timer = setTimeout(() => void ask(), options.quiet ?? 250)
  }

  return { changed, stop }
}
