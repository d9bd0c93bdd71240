import { callOut } from '../../platform/outgoing/call-out.ts'
import type { Fields } from './fields.ts'
import { type Unknown, unknown } from './gateway.ts'

/** Milliseconds for which an answer is waited for. */
const PATIENCE = 15_000

/** Posts a question to a gateway and returns the text of its answer, or that there was none. Never throws. */
export async function askGateway(url: string, question: Fields, patience = PATIENCE): Promise<string | Unknown> {
  try {
    const { status, text } = await callOut(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: `${new URLSearchParams(question)}`,
      patience,
    })
    if (status === 200) return text
    return unknown('ERROR', `The gateway answered ${status}`)
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return isLate
      ? unknown('TIMEOUT', 'The gateway did not answer in time')
      : unknown('ERROR', 'The gateway could not be reached')
  }
}
