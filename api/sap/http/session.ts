import { type OutgoingAnswer as Answer, callOut } from '../../platform/outgoing/call-out.ts'
import { noteExchange, noteWarnings } from './exchanges.ts'
import { readHttp, readMultipart, writeHttp, writeMultipart } from './multipart.ts'
import { answerError, connectionError, SapError } from './sap-error.ts'
import { warningsIn } from './sap-message.ts'
import { authorizationFor, type SapSignIn } from './sign-in.ts'
import { type Asked, unreadable } from './what-came.ts'

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
      const warnings = warningsIn(answer.headers.get('sap-message'))
      noteExchange({ asked: requestLine, status: answer.status, text: answer.text, warnings })
      return answer
    } catch (error) {
      noteExchange({ asked: requestLine, status: null, text: '', warnings: [] })
      throw connectionError(error, { modifying: method !== 'GET', timeoutMs: access.timeoutMs })
    }
  }

  async function get(path: string, query: Query = {}): Promise<Answer> {
    return accepted(await call({ method: 'GET', path: odata + path, query }), { path: odata + path, wants: 'json' })
  }

  /** The answer itself, where it is one. Throws SapError for what came in its place, and for a refusal. */
  function accepted(answer: Answer, { path, wants, isChange = false }: Wanted): Answer {
    const { status, headers, text } = answer
    const came = {
      status,
      text,
      contentType: headers.get('content-type') ?? '',
      location: headers.get('location'),
      isTokenRefused: isTokenRefused(answer),
      retryAfter: headers.get('retry-after'),
    }
    const { host, pathname } = addressOf(access, path, {})
    const error = answerError(came, { host, path: decoded(pathname), isChange, wants }, access.lockMessages())
    if (error) throw error
    return answer
  }

  async function fetchToken(service: string): Promise<string> {
    const path = `${odata}${service}/`
    const answer = await call({ method: 'GET', path, headers: { 'X-CSRF-Token': 'Fetch' } })
    accepted(answer, { path, wants: 'any' })
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
    const path = `${service}/$batch`
    const answer = await send('POST', path, text, { Accept: 'multipart/mixed', 'Content-Type': type }, 'batch')
    const answers = answersIn(answer)
    for (const one of answers) {
      accepted(one, { path: odata + path, wants: 'any', isChange: true })
      noteWarnings(warningsIn(one.headers.get('sap-message')))
    }
    // One refusal stands for all changes of a set; each that was made has an answer of its own.
    if (answers.length !== changes.length)
      throw new SapError(
        'UNKNOWN',
        unreadable(answer.text, 'change', `it has ${answers.length} parts of ${changes.length}`),
      )
  }

  /** Reads what lies at an address within a `$batch`, whose parts may be longer than an address. */
  async function getInBatch(path: string, query: Query = {}): Promise<{ text: string }> {
    const service = path.slice(0, path.indexOf('/'))
    const part = writeHttp(
      { line: `GET ${placeIn(path, query, access)} HTTP/1.1`, headers: { Accept: 'application/json' }, body: '' },
      1,
    )
    const { type, text } = writeMultipart([part])
    const answer = await send(
      'POST',
      `${service}/$batch`,
      text,
      { Accept: 'multipart/mixed', 'Content-Type': type },
      'batch',
    )
    const [one] = answersIn(answer)
    if (!one) throw new SapError('UNKNOWN', unreadable(answer.text, 'question'))
    return { text: accepted(one, { path: odata + path, wants: 'json' }).text }
  }

  async function send(
    method: 'POST' | 'PATCH',
    path: string,
    text: string,
    headers: Record<string, string>,
    wants: Asked['wants'] = 'json',
  ) {
    const service = path.split('/')[0]!
    const attempt = async () => {
      const used = currentToken(service)
      const sent = { ...headers, 'X-CSRF-Token': await used }
      return { used, answer: await call({ method, path: odata + path, headers: sent, body: text }) }
    }
    let { used, answer } = await attempt()
    if (isTokenRefused(answer)) {
      // Another call may have fetched a new token meanwhile; only the one SAP refused is dropped.
      if (token === used) token = null
      ;({ answer } = await attempt())
    }
    return accepted(answer, { path: odata + path, wants, isChange: true })
  }

  /** Calls a SOAP service, which wants no security token; returns the text of its answer. */
  async function soap(path: string, action: string, text: string): Promise<string> {
    const headers = { Accept: 'text/xml', 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` }
    const answer = await call({ method: 'POST', path, headers, body: text })
    return accepted(answer, { path, wants: 'xml', isChange: true }).text
  }

  return { get, getInBatch, modify, modifyTogether, soap }
}

/** What an answer must be: its path begins below the host. */
interface Wanted {
  path: string
  wants: Asked['wants']
  isChange?: boolean
}

/** SAP wants a security token, though one was sent. */
const isTokenRefused = ({ status, headers }: Answer) =>
  status === 403 && headers.get('x-csrf-token')?.toLowerCase() === 'required'

/** The answers within that of a `$batch`. What cannot be read is UNKNOWN; SAP may have made the changes. */
function answersIn({ headers, text }: Answer): Answer[] {
  try {
    const parts = readMultipart(headers.get('content-type') ?? '', text).flatMap(part =>
      /^multipart\//i.test(part.type) ? readMultipart(part.type, part.body) : [part],
    )
    return parts.map(part => {
      const { line, headers: own, body } = readHttp(part.body)
      const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})/.exec(line)?.[1])
      if (!status) throw new RangeError('a part has no status')
      return { status, headers: new Headers(own), text: body }
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
    // What reads an answer names the field that it lacks.
    const why = error instanceof RangeError ? error.message : undefined
    throw new SapError('UNKNOWN', unreadable(text, of, why), { mayBeDone: of === 'change' })
  }
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function storeCookie(cookies: Map<string, string>, header: string) {
  const pair = header.split(';', 1)[0]!
  const cut = pair.indexOf('=')
  if (cut > 0) cookies.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim())
}
