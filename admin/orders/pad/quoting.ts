/** Asks for a quote once a burst of changes is over; an answer that a later change has overtaken is never heard. */
export function quoting<Question, Answer>(asking: {
  /** Made when the burst is over; nothing when there is nothing to ask. */
  question: () => Question | null
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>
  onAsking: () => void
  onNothing: () => void
  onAnswer: (answer: Answer, question: Question) => void
  onFailure: (error: unknown, question: Question) => void
  /** Milliseconds of quiet that end a burst. */
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
