import { callOut } from '../../platform/outgoing/call-out.ts'
import { inTurn, type NoAnswer } from './calls-in-turn.ts'
import type { Fields } from './fields.ts'
import { type GatewayAccount, unknown } from './gateway.ts'

/** Milliseconds for which an answer is waited for, and before it the turn of the question. */
const PATIENCE = 15_000

/** A question that is no form: its body as it travels, and what stands above it. */
export interface Letter {
  body: string
  headers: Readonly<Record<string, string>>
}

/** The account that is asked; of its addresses only where it answers. */
type Asked = Pick<GatewayAccount, 'askAt' | 'identities'>

/**
 * Posts a question to a gateway in the turn of its account, and returns the text of its answer, or that there was none.
 * The question is a form, or a letter whose answer is read also where it is a refusal. Never throws.
 */
export const askGateway = (
  account: Asked,
  url: string,
  question: Fields | Letter,
  patience = PATIENCE,
): Promise<string | NoAnswer> => inTurn(account, patience, () => post(url, question, patience))

async function post(url: string, question: Fields | Letter, patience: number): Promise<string | NoAnswer> {
  const letter = isLetter(question) ? question : null
  try {
    const { status, text } = await callOut(url, {
      method: 'POST',
      ...(letter ?? {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
        body: `${new URLSearchParams(question as Fields)}`,
      }),
      patience,
    })
    if (status === 429 || LIMIT.test(text.slice(0, 300)))
      return unknown('LIMITED', 'The gateway allows no more questions for now: it is asked again later')
    if (status === 200 || (letter && status >= 400 && status < 500)) return text
    return unknown('ERROR', `The gateway answered ${status}`)
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return isLate
      ? unknown('TIMEOUT', 'The gateway did not answer in time')
      : unknown('ERROR', 'The gateway could not be reached')
  }
}

/** What PayU writes instead of an answer. */
const LIMIT = /requests? limit reached/i

const isLetter = (question: Fields | Letter): question is Letter => typeof question.headers === 'object'
