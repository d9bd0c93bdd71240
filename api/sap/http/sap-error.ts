import { NOT_ALLOWED, TOO_LARGE } from '../../platform/outgoing/call-out.ts'
import { type SaidBySap, saidBySap } from './said-by-sap.ts'
import { type Asked, type Came, NO_SERVICE, noAnswer, type SapErrorClass } from './what-came.ts'

type Detail = {
  httpStatus?: number
  sapMessageClass?: string | null
  sapMessageNo?: string | null
  /** Whether SAP may have made the change all the same, or may still be at work on it. */
  mayBeDone?: boolean
  /** For how long SAP asks to be left alone. */
  retryAfterMs?: number | null
}

/**
 * Why a call to SAP failed: TECH and AUTH may be tried again, BUSINESS needs a person, UNKNOWN may have been done all
 * the same and must be searched for first. The message is a sentence fit for a screen.
 */
export class SapError extends Error {
  override readonly name = 'SapError'
  readonly errorClass: SapErrorClass
  readonly httpStatus: number | null
  readonly sapMessageClass: string | null
  readonly sapMessageNo: string | null
  readonly mayBeDone: boolean
  readonly retryAfterMs: number | null

  /**
   * Somebody changed the document between our reading and writing (412), or SAP wants the state we read (428): SAP works,
   * and a fresh reading helps.
   */
  get isOutrun(): boolean {
    return this.httpStatus === 412 || this.httpStatus === 428
  }

  constructor(errorClass: SapErrorClass, message: string, detail: Detail = {}) {
    super(message)
    this.errorClass = errorClass
    this.httpStatus = detail.httpStatus ?? null
    this.sapMessageClass = detail.sapMessageClass ?? null
    this.sapMessageNo = detail.sapMessageNo ?? null
    this.mayBeDone = detail.mayBeDone ?? errorClass === 'UNKNOWN'
    this.retryAfterMs = detail.retryAfterMs ?? null
  }
}

/** The error for a SAP that gives one page of a list in place of all others. */
export const sameAgain = () => new SapError('UNKNOWN', 'SAP gives the same page again and again.')

/** Whether SAP has no such service, or lets the portal's user not read it: other services may be read all the same. */
export const isNotServed = ({ errorClass, httpStatus, sapMessageClass, sapMessageNo }: SapError): boolean =>
  errorClass === 'BUSINESS' || httpStatus === 403 || NO_SERVICE.endsWith(`${sapMessageClass}/${sapMessageNo}`)

/** Answers of something between us and SAP that did not wait for SAP's own. */
const fromTheWay = [408, 502, 504]

/**
 * Why an answer is none that was asked for; null where it is one. `lockMessages` are the class/number pairs that say that
 * a document is in use.
 */
export function answerError(
  came: Came & { retryAfter: string | null },
  asked: Asked,
  lockMessages: readonly string[],
): SapError | null {
  const { status, text } = came
  const none = noAnswer(came, asked)
  const isDone = status >= 200 && status < 300
  if (!none && isDone) return null
  const said = isDone ? null : saidBySap(text)
  const detail = {
    httpStatus: status,
    ...messageParts(said?.code),
    mayBeDone: none?.mayBeDone || (asked.isChange && fromTheWay.includes(status)),
    retryAfterMs: waitOf(came.retryAfter),
  }
  if (none) return new SapError(none.errorClass, withDoubt(none.sentence, detail.mayBeDone), detail)
  return refusalError(status, said, detail, lockMessages)
}

const withDoubt = (sentence: string, mayBeDone: boolean) => (mayBeDone ? `${sentence} SAP may have done it.` : sentence)

/** What SAP's own refusal means. */
function refusalError(status: number, said: SaidBySap | null, detail: Detail, lockMessages: readonly string[]) {
  const words = said ? `: ${said.message}` : '.'
  if (said && isLocked(said, lockMessages)) return new SapError('TECH', `SAP has the document in use${words}`, detail)
  if (status === 412 || status === 428)
    return new SapError('TECH', 'The sales order was changed in SAP meanwhile: it is read and sent again.', detail)
  if (status === 429) return new SapError('TECH', `SAP has too much to do and asks to wait (429)${words}`, detail)
  if (status >= 500 || [408, 409, 423].includes(status) || !said)
    return new SapError('TECH', `SAP could not answer now (${status})${words}`, detail)
  return new SapError('BUSINESS', `SAP refused it${words}${said.code ? ` (${said.code})` : ''}`, detail)
}

/** Whether SAP says that somebody works on the document just now. */
export const isLocked = (message: SaidBySap, lockMessages: readonly string[]) =>
  /is currently being processed/i.test(message.message) || lockMessages.includes(message.code)

/** SAP never asks for longer than this. */
const longestWaitMs = 3_600_000

/** `Retry-After` in seconds or as a day and time; null where it says nothing. */
function waitOf(header: string | null | undefined): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? Math.min(ms, longestWaitMs) : null
}

/**
 * `'V1/302'` → class V1, number 302. A namespaced class is longer than its column, so its last characters are saved.
 */
function messageParts(code = '') {
  const cut = code.lastIndexOf('/')
  if (cut <= 0) return { sapMessageClass: code.slice(-10) || null, sapMessageNo: null }
  return { sapMessageClass: code.slice(0, cut).slice(-10), sapMessageNo: code.slice(cut + 1, cut + 11) || null }
}

const unsigned = (setting: string) =>
  `The certificate at ${setting} is not signed by anybody this server trusts. Name the file of its issuer in NODE_EXTRA_CA_CERTS and start the portal again.`
const unreachable = (setting: string) =>
  `The address in ${setting} cannot be reached from here. Check the network and the firewall.`
const unknownHost = (setting: string) =>
  `The host in ${setting} has no address. Check its name, and the DNS of this server.`

/** Failures before anything can have reached SAP, and what to do about each. */
const neverArrived: Record<string, (setting: string) => string> = {
  ECONNREFUSED: setting => `Nothing answers at the address in ${setting}. Check its host and port, and that SAP runs.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  [NOT_ALLOWED]: setting =>
    `The host in ${setting} has an address of an inner network. List the host in EGRESS_ALLOW and start the portal again.`,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
  CERT_HAS_EXPIRED: setting => `The certificate at ${setting} has expired. Have a new one installed there.`,
  CERT_NOT_YET_VALID: setting => `The certificate at ${setting} is not valid yet. Check the clock of this server.`,
  ERR_TLS_CERT_ALTNAME_INVALID: setting =>
    `The certificate at ${setting} is for another host. Write the host that it names into ${setting}.`,
  ERR_SSL_WRONG_VERSION_NUMBER: setting =>
    `The address in ${setting} begins with https, and what answers there is http. Correct the address or its port.`,
}

interface Lost {
  modifying: boolean
  timeoutMs: number
  /** The variable with the address that was called. */
  setting?: string
}

/** What a failed connection means: a change whose answer was lost is UNKNOWN, as SAP may have made it. */
export function connectionError(error: unknown, { modifying, timeoutMs, setting = 'SAP_URL' }: Lost): SapError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new SapError('TECH', `SAP did not answer within ${timeoutMs / 1000} seconds.`, { mayBeDone: modifying })
  const code = (error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined)?.code
  const sentence = code === undefined ? undefined : neverArrived[code]
  if (sentence) return new SapError('TECH', `SAP could not be reached (${code}). ${sentence(setting)}`)
  if (code === TOO_LARGE && !modifying) return new SapError('TECH', 'The answer of SAP is too large to be read.')
  if (!modifying) return new SapError('TECH', `SAP could not be reached${code ? ` (${code})` : ''}.`)
  return new SapError('UNKNOWN', 'The connection to SAP was lost before its answer came. SAP may have done it.')
}
