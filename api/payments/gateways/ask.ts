import type { Fields } from './fields.ts'
import { type Unknown, unknown } from './gateway.ts'

/** Milliseconds for which an answer is waited for. */
const PATIENCE = 15_000

/** Posts a question to a gateway and returns the text of its answer, or that there was none. Never throws. */
export async function askGateway(url: string, question: Fields, patience = PATIENCE): Promise<string | Unknown> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(question),
      signal: AbortSignal.timeout(patience),
      redirect: 'manual',
    })
    const text = await answer.text()
    if (answer.status === 200) return text
    return unknown('ERROR', `The gateway answered ${answer.status}`)
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return isLate
      ? unknown('TIMEOUT', 'The gateway did not answer in time')
      : unknown('ERROR', 'The gateway could not be reached')
  }
}
