import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { type SimulatorAnswer, sapRefusal } from '../sap/answers.ts'

/** The answers of a storm in turn: SAP's own error, and those of a proxy before it, which are HTML. */
const storm: readonly SimulatorAnswer[] = [
  sapRefusal(500, [{ code: 'SY/500', message: 'Internal server error: the work process was restarted.' }]),
  page(503, 'Service Unavailable'),
  page(502, 'Bad Gateway'),
  page(504, 'Gateway Time-out'),
]

export const unauthorised: SimulatorAnswer = {
  status: 401,
  body: {},
  headers: { 'WWW-Authenticate': 'Basic realm="SAP NetWeaver"' },
}

export const csrfRefusal: SimulatorAnswer = {
  ...sapRefusal(403, [{ code: '/IWFND/CM_CONSUMER/403', message: 'CSRF token validation failed.' }]),
  headers: { 'X-CSRF-Token': 'Required' },
}

/** What SAP answers instead of doing anything; `turn` counts the calls. Null where the modes let the call pass. */
export function refusalOf(
  modes: readonly SimulatedMode[],
  turn: number,
  retryAfterSeconds: number,
): SimulatorAnswer | null {
  if (modes.includes('storm')) return storm[turn % storm.length]!
  if (modes.includes('throttled')) return throttled(retryAfterSeconds)
  if (modes.includes('unauthorised')) return unauthorised
  if (modes.includes('locked')) return locked
  return null
}

const locked = sapRefusal(400, [
  { code: 'V1/042', message: 'The sales document is currently being processed by user MEHTA.' },
])

const throttled = (seconds: number): SimulatorAnswer => ({
  ...sapRefusal(429, [{ code: '/IWFND/CM_MGW/429', message: 'Too many requests.' }]),
  headers: { 'Retry-After': `${seconds}` },
})

/** A page in HTML, as of something between SAP and its caller. */
export function page(status: number, title: string): SimulatorAnswer {
  return {
    status,
    body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`,
    headers: { 'Content-Type': 'text/html' },
  }
}
