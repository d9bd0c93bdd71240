import { callOut, type OutgoingAnswer } from '../../platform/outgoing/call-out.ts'

/** An SMS as it goes to a gateway. */
export interface Sms {
  /** Ours, the same at each attempt: a gateway that has it sends it once. */
  messageId: string
  /** Ten digits. */
  mobile: string
  text: string
  /** As registered with DLT: who we are, who the SMS is from, and which text it is. */
  entityId: string
  header: string
  templateId: string
}

/** Where a gateway is called, and the token that we bear. */
export interface SmsGateway {
  url: string
  token: string
}

/** What became of an attempt: taken, or not, and whether another may help. */
type SmsResult = { taken: true } | { taken: false; reason: string; isFinal: boolean; pauseSeconds: number }

/** Milliseconds for which an answer is waited for. */
const PATIENCE = 10_000
/** The most seconds a gateway can ask us to wait. */
const LONGEST_PAUSE = 3600

/** Hands an SMS to the gateway: `POST <url>/messages` as JSON. Never throws. */
export async function postSms({ url, token }: SmsGateway, sms: Sms, patience = PATIENCE): Promise<SmsResult> {
  const { messageId, mobile, text, entityId, header, templateId } = sms
  try {
    const answer = await callOut(`${url}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': messageId },
      body: JSON.stringify({ messageId, to: `91${mobile}`, sender: header, entityId, templateId, text }),
      patience,
    })
    if (answer.status >= 200 && answer.status < 300) return { taken: true }
    const said = reasonIn(answer)
    return { taken: false, reason: said, isFinal: isForGood(answer.status), pauseSeconds: pauseOf(answer) }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    const reason = isLate ? 'The SMS gateway did not answer in time' : 'The SMS gateway could not be reached'
    return { taken: false, reason, isFinal: false, pauseSeconds: 0 }
  }
}

/** Refused for what it is; a wrong token is put right by somebody, and busy gateways become free. */
const isForGood = (status: number) => status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)

function pauseOf({ headers }: OutgoingAnswer): number {
  const seconds = Number(headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_PAUSE) : 0
}

function reasonIn({ status, text }: OutgoingAnswer): string {
  const message = readMessage(text.slice(0, 2000))
  return `The SMS gateway answered ${status}${message ? `: ${message.slice(0, 160)}` : ''}`
}

function readMessage(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
