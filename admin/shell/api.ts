import type { Fault } from '../../resources/define/validate.ts'
import type { ErrorBody, RefusedRight } from '../../resources/platform/refusal.ts'
import { type Answer, create, type Failure } from '../http/client.ts'
import { showMissingRight } from './notices/notices.ts'

/** A refusal or failure of the server, in one form for all pages. */
export interface Refusal {
  name: 'Refusal'
  /** The sentence shown to people. */
  message: string
  /** 0 when there was no answer. */
  statusCode: number
  /** STALE_ROW, IN_USE, FORBIDDEN …; empty when the answer has none. */
  code: string
  faults: Fault[]
  data: Record<string, unknown>
  requestId: string
  /** Whether the request only read. */
  reading: boolean
}

/** The client of the API: the session is in a cookie, failures are thrown as `Refusal`. */
export const api = create({ baseURL: '/api', headers: { 'X-Requested-With': 'bilty' } })

/** When a request that may have changed something was last answered, in milliseconds; 0 before the first. */
export let lastWriteAt = 0

function noteWrite<Data>(answer: Answer<Data>): Answer<Data> {
  if (!answer.config.keepsRead) lastWriteAt = Date.now()
  return answer
}

api.interceptors.response.use(noteWrite, failure => {
  const refusal = refusalFrom(failure)
  const right = refusal.data as unknown as Partial<RefusedRight>
  // A page that may not be read leads to /noaccess, which offers the same.
  if (refusal.statusCode === 403 && right.rule && right.rule.action !== 'read') showMissingRight(right as RefusedRight)
  return Promise.reject(refusal)
})

function refusalFrom({ response, config }: Failure): Refusal {
  const answered = response?.data
  const body: Partial<ErrorBody> = typeof answered === 'object' && answered !== null ? answered : {}
  const statusCode = response?.status ?? 0
  const faults = Array.isArray(body.errors) ? body.errors : []
  return {
    name: 'Refusal',
    message: body.message || sentenceFor(statusCode),
    statusCode,
    code: faults[0]?.code ?? '',
    faults,
    data: body.data ?? {},
    requestId: body.requestId ?? response?.headers['x-request-id'] ?? '',
    reading: config.method === 'get',
  }
}

function sentenceFor(statusCode: number) {
  if (statusCode === 0) return 'The server cannot be reached. Check your connection and try again.'
  if (statusCode === 413) return 'The file is too large.'
  if (statusCode === 429) return 'Too many tries. Wait a minute and try again.'
  return 'Something went wrong.'
}

export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && (error as Refusal).name === 'Refusal'
