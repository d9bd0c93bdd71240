export type SapErrorClass = 'TECH' | 'AUTH' | 'BUSINESS' | 'UNKNOWN'

type Detail = { httpStatus?: number; sapMessageClass?: string | null; sapMessageNo?: string | null }

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

  /** Somebody changed the document between our reading and writing: SAP works, and a fresh reading helps. */
  get isOutrun(): boolean {
    return this.httpStatus === 412
  }

  constructor(errorClass: SapErrorClass, message: string, detail: Detail = {}) {
    super(message)
    this.errorClass = errorClass
    this.httpStatus = detail.httpStatus ?? null
    this.sapMessageClass = detail.sapMessageClass ?? null
    this.sapMessageNo = detail.sapMessageNo ?? null
  }
}

type SapMessage = { code: string; message: string }

/** What an answer that is not 2xx means; `lockMessages` are the class/number pairs that say a document is in use. */
export function refusalError(status: number, body: string, lockMessages: readonly string[]): SapError {
  const found = firstMessage(body)
  const detail = { httpStatus: status, ...messageParts(found?.code) }
  const words = found ? `: ${found.message}` : '.'
  if (status === 401) return new SapError('AUTH', 'SAP refused our user or password. Check the SAP sign-in.', detail)
  if (status === 403) return new SapError('AUTH', `SAP does not allow our user to do this${words}`, detail)
  if (status < 400) return new SapError('TECH', `SAP answered with a redirect (${status}). Check its address.`, detail)
  if (found && isLock(found, lockMessages)) return new SapError('TECH', `SAP has the document in use${words}`, detail)
  if (status === 412)
    return new SapError('TECH', 'The sales order was changed in SAP meanwhile: it is read again and sent anew.', detail)
  if (status >= 500 || [408, 409, 423, 428, 429].includes(status) || !found)
    return new SapError('TECH', `SAP could not answer now (${status})${words}`, detail)
  return new SapError('BUSINESS', `SAP refused it${words}${found.code ? ` (${found.code})` : ''}`, detail)
}

const isLock = (message: SapMessage, lockMessages: readonly string[]) =>
  /is currently being processed/i.test(message.message) || lockMessages.includes(message.code)

/** The first message of severity error: SAP's summary beside it often says only that something failed. */
function firstMessage(body: string): SapMessage | null {
  try {
    const { error } = JSON.parse(body)
    const details: { code?: string; message?: string; severity?: string }[] = error.innererror?.errordetails ?? []
    const first = details.find(detail => detail.severity === 'error' && detail.message)
    const message = String(first?.message ?? error.message.value).slice(0, 300)
    return message ? { code: String(first?.code ?? error.code ?? ''), message } : null
  } catch {
    return null
  }
}

/**
 * `'V1/302'` → class V1, number 302. A namespaced class is longer than its column, so its last characters are saved.
 */
function messageParts(code = '') {
  const cut = code.lastIndexOf('/')
  if (cut <= 0) return { sapMessageClass: code.slice(-10) || null, sapMessageNo: null }
  return { sapMessageClass: code.slice(0, cut).slice(-10), sapMessageNo: code.slice(cut + 1, cut + 11) || null }
}

/** Failures before anything can have reached SAP. */
const neverArrived = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

/** What a failed connection means: a change whose answer was lost is UNKNOWN, as SAP may have made it. */
export function connectionError(error: unknown, modifying: boolean, timeoutMs: number): SapError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new SapError('TECH', `SAP did not answer within ${timeoutMs / 1000} seconds.`)
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  if (!modifying || (cause?.code && neverArrived.includes(cause.code)))
    return new SapError('TECH', `SAP could not be reached${cause?.code ? ` (${cause.code})` : ''}.`)
  return new SapError('UNKNOWN', 'The connection to SAP was lost before its answer came. SAP may have done it.')
}
