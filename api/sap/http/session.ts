import { type OutgoingAnswer as Answer, callOut } from '../../platform/outgoing/call-out.ts'
import { noteExchange } from './exchanges.ts'
import { readHttp, readMultipart, writeHttp, writeMultipart } from './multipart.ts'
import { connectionError, refusalError, SapError } from './sap-error.ts'
import { authorizationFor, type SapSignIn } from './sign-in.ts'
import { unreadable } from './what-came.ts'

type SapAccess = {
  /** The address of SAP, without the `/sap/opu/…` part. */
  url: string
  signIn: SapSignIn
  client: string
  timeoutMs: number
  /** The messages that say a document is in use, as they are set now. */
  lockMessages: () => readonly string[]
}

/** A request; its path begins below the host, and changes say so. */
type Request = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Query
  headers?: Record<string, string>
  body?: string
}
type Query = Record<string, string | number>
/** One of several changes that are made together; its path is that below the service. */
type Change = { path: string; body: unknown; headers: Record<string, string> }

export type SapSession = ReturnType<typeof sapSession>

/** Below which all OData services of SAP lie. */
const odata = '/sap/opu/odata/sap/'

/** Bytes of the longest answer: a page of 5,000 rows in SAP’s wordy JSON. */
const LARGEST_PAGE = 64 * 1024 * 1024

/**
 * Calls SAP's services: signed in, in English (unit codes depend on the language), cookies stored, and for
 * changes of OData services a CSRF token that is fetched first, stored, and fetched once more when SAP no longer accepts
 * it. A sign-in that SAP no longer accepts is renewed once. Throws SapError for everything but 2xx.
 */
export function sapSession(access: SapAccess) {
  const cookies = new Map<string, string>()
  let token: Promise<string> | null = null

  const authorization = authorizationFor(access.signIn, access.timeoutMs)

  async function call(request: Request): Promise<Answer> {
    const used = await authorization.header()
    const answer = await callOnce(request, used)
    // Refused at the door: nothing was done, so a change may be sent again too.
    if (answer.status !== 401 || !authorization.drop(used)) return answer
    return callOnce(request, await authorization.header())
  }

  async function callOnce({ method, path, query = {}, headers, body }: Request, signedIn: string): Promise<Answer> {
    const requestLine = `${method} ${path.replace(odata, '')}`
    try {
      const answer = await callOut(addressOf(access, path, query), {
        method,
        headers: { ...headersOf(cookies), Authorization: signedIn, ...headers },
        body: body ?? null,
        patience: access.timeoutMs,
        most: LARGEST_PAGE,
      })
      for (const cookie of answer.headers.getSetCookie()) storeCookie(cookies, cookie)
      noteExchange({ asked: requestLine, status: answer.status, text: answer.text })
      return answer
    } catch (error) {
      noteExchange({ asked: requestLine, status: null, text: '' })
      throw connectionError(error, { modifying: method !== 'GET', timeoutMs: access.timeoutMs })
    }
  }

  async function get(path: string, query: Query = {}): Promise<Answer> {
    return accepted(await call({ method: 'GET', path: odata + path, query }), access)
  }

  async function fetchToken(service: string): Promise<string> {
    const asked: Request = { method: 'GET', path: `${odata}${service}/`, headers: { 'X-CSRF-Token': 'Fetch' } }
    const answer = accepted(await call(asked), access)
    const given = answer.headers.get('x-csrf-token')
    if (!given) throw new SapError('TECH', 'SAP gave no security token.', { httpStatus: answer.status })
    return given
  }

  function currentToken(service: string): Promise<string> {
    if (token) return token
    const fetching = fetchToken(service)
    token = fetching
    fetching.catch(() => {
      if (token === fetching) token = null
    })
    return fetching
  }

  async function modify(method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}) {
    return send(method, path, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json' })
  }

  /** Makes several changes of a service in one, all of them or none. */
  async function modifyTogether(service: string, changes: readonly Change[]) {
    const requests = changes.map(({ path, body, headers }, index) =>
      writeHttp(
        {
          line: `PATCH ${path}?${ofEveryCall(access)} HTTP/1.1`,
          headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(body),
        },
        index + 1,
      ),
    )
    const together = writeMultipart(requests)
    const { type, text } = writeMultipart([{ headers: { 'Content-Type': together.type }, body: together.text }])
    const answer = await send('POST', `${service}/$batch`, text, { Accept: 'multipart/mixed', 'Content-Type': type })
    for (const { status, body } of answersIn(answer))
      if (status < 200 || status >= 300) throw refusalError({ status, body, modifying: true }, access.lockMessages())
  }

  /** Reads what lies at an address within a `$batch`, whose parts may be longer than an address. */
  async function getInBatch(path: string, query: Query = {}): Promise<{ text: string }> {
    const service = path.slice(0, path.indexOf('/'))
    const part = writeHttp(
      { line: `GET ${placeIn(path, query, access)} HTTP/1.1`, headers: { Accept: 'application/json' }, body: '' },
      1,
    )
    const { type, text } = writeMultipart([part])
    const answer = await send('POST', `${service}/$batch`, text, { Accept: 'multipart/mixed', 'Content-Type': type })
    const [one] = answersIn(answer)
    if (!one) throw new SapError('UNKNOWN', unreadable(answer.text, 'question'))
    if (one.status < 200 || one.status >= 300) throw refusalError({ ...one, modifying: false }, access.lockMessages())
    return { text: one.body }
  }

  async function send(method: 'POST' | 'PATCH', path: string, text: string, headers: Record<string, string>) {
    const service = path.split('/')[0]!
    const attempt = async () => {
      const used = currentToken(service)
      const sent = { ...headers, 'X-CSRF-Token': await used }
      return { used, answer: await call({ method, path: odata + path, headers: sent, body: text }) }
    }
    let { used, answer } = await attempt()
    if (answer.status === 403 && answer.headers.get('x-csrf-token')?.toLowerCase() === 'required') {
      // Another call may have fetched a new token meanwhile; only the one SAP refused is dropped.
      if (token === used) token = null
      ;({ answer } = await attempt())
    }
    return accepted(answer, access, true)
  }

  /** Calls a SOAP service, which wants no security token; returns the text of its answer. */
  async function soap(path: string, action: string, text: string): Promise<string> {
    const headers = { Accept: 'text/xml', 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` }
    return accepted(await call({ method: 'POST', path, headers, body: text }), access, true).text
  }

  return { get, getInBatch, modify, modifyTogether, soap }
}

/** The answers within that of a `$batch`. What cannot be read is UNKNOWN; SAP may have made the changes. */
function answersIn({ headers, text }: Answer): { status: number; body: string }[] {
  try {
    const parts = readMultipart(headers.get('content-type') ?? '', text).flatMap(part =>
      part.type.startsWith('multipart/') ? readMultipart(part.type, part.body) : [part],
    )
    return parts.map(part => {
      const { line, body } = readHttp(part.body)
      const status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(line)?.[1])
      if (!status) throw new RangeError('no status')
      return { status, body }
    })
  } catch {
    throw new SapError('UNKNOWN', unreadable(text, 'change'))
  }
}

/** Reads the `d` of a 2xx answer. One that is unreadable is UNKNOWN: SAP may have made the change. */
export function readAnswer<T>(
  text: string,
  read: (d: Record<string, unknown>) => T,
  of: 'question' | 'change' = 'question',
): T {
  try {
    return read(JSON.parse(text).d)
  } catch (error) {
    if (error instanceof SapError) throw error
    throw new SapError('UNKNOWN', unreadable(text, of), { mayBeDone: of === 'change' })
  }
}

function accepted(answer: Answer, access: SapAccess, modifying = false): Answer {
  const { status, headers, text } = answer
  if (status >= 200 && status < 300) return answer
  throw refusalError({ status, body: text, modifying, retryAfter: headers.get('retry-after') }, access.lockMessages())
}

/** The parameters of every call. */
const ofEveryCall = ({ client }: SapAccess) => `sap-client=${client}&sap-language=EN`

function addressOf(access: SapAccess, path: string, query: Query): URL {
  const address = new URL(access.url.replace(/\/+$/, '') + path)
  address.search = queryText(query, access)
  return address
}

// SAP reads a plus sign literally, which URLSearchParams would write for a blank.
const queryText = (query: Query, access: SapAccess) =>
  [...Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`), ofEveryCall(access)].join(
    '&',
  )

/** An address within a `$batch`, below its service: a colon would make its beginning the name of a protocol. */
const placeIn = (path: string, query: Query, access: SapAccess) =>
  `${path.slice(path.indexOf('/') + 1).replaceAll(':', '%3A')}?${queryText(query, access)}`

function headersOf(cookies: Map<string, string>): Record<string, string> {
  const cookieText = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { Accept: 'application/json', ...(cookieText ? { Cookie: cookieText } : {}) }
}

function storeCookie(cookies: Map<string, string>, header: string) {
  const pair = header.split(';', 1)[0]!
  const cut = pair.indexOf('=')
  if (cut > 0) cookies.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim())
}
