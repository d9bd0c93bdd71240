import { readHttp, readMultipart, writeHttp, writeMultipart } from './multipart.ts'
import { connectionError, refusalError, SapError } from './sap-error.ts'

type SapAccess = {
  /** The address of SAP, without the `/sap/opu/…` part. */
  url: string
  user: string
  password: string
  client: string
  timeoutMs: number
  lockMessages: readonly string[]
}

type Answer = { status: number; headers: Headers; text: string }
type Query = Record<string, string | number>
/** One of several changes that are made together; its path is that below the service. */
type Change = { path: string; body: unknown; headers: Record<string, string> }

export type SapSession = ReturnType<typeof sapSession>

/**
 * Calls SAP's OData services: Basic sign-in, cookies stored, and for changes a CSRF token that is fetched first,
 * stored, and fetched once more when SAP no longer accepts it. Throws SapError for everything but 2xx.
 */
export function sapSession(access: SapAccess) {
  const cookies = new Map<string, string>()
  let token: Promise<string> | null = null

  async function call(method: string, path: string, query: Query, headers: Record<string, string>, body?: string) {
    try {
      const response = await fetch(addressOf(access, path, query), {
        method,
        headers: { ...headersOf(access, cookies), ...headers },
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(access.timeoutMs),
      })
      for (const cookie of response.headers.getSetCookie()) storeCookie(cookies, cookie)
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      throw connectionError(error, method !== 'GET', access.timeoutMs)
    }
  }

  async function get(path: string, query: Query = {}): Promise<Answer> {
    return accepted(await call('GET', path, query, {}), access)
  }

  async function fetchToken(service: string): Promise<string> {
    const answer = accepted(await call('GET', `${service}/`, {}, { 'X-CSRF-Token': 'Fetch' }), access)
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
          line: `PATCH ${path}?sap-client=${access.client} HTTP/1.1`,
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
      if (status < 200 || status >= 300) throw refusalError(status, body, access.lockMessages)
  }

  async function send(method: 'POST' | 'PATCH', path: string, text: string, headers: Record<string, string>) {
    const service = path.split('/')[0]!
    const attempt = async () => {
      const used = currentToken(service)
      const sent = { ...headers, 'X-CSRF-Token': await used }
      return { used, answer: await call(method, path, {}, sent, text) }
    }
    let { used, answer } = await attempt()
    if (answer.status === 403 && answer.headers.get('x-csrf-token')?.toLowerCase() === 'required') {
      // Another call may have fetched a new token meanwhile; only the one SAP refused is dropped.
      if (token === used) token = null
      ;({ answer } = await attempt())
    }
    return accepted(answer, access)
  }

  return { get, modify, modifyTogether }
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
    throw new SapError('UNKNOWN', 'SAP answered, but its answer could not be read. SAP may have done it.')
  }
}

/** Reads the `d` of a 2xx answer. What cannot be read is UNKNOWN; SAP may have made the change. */
export function readAnswer<T>(
  text: string,
  read: (d: Record<string, unknown>) => T,
  of: 'question' | 'change' = 'question',
): T {
  try {
    return read(JSON.parse(text).d)
  } catch {
    const made = of === 'change' ? ' SAP may have done it.' : ''
    throw new SapError('UNKNOWN', `SAP answered, but its answer could not be read.${made}`)
  }
}

function accepted(answer: Answer, access: SapAccess): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw refusalError(answer.status, answer.text, access.lockMessages)
}

function addressOf(access: SapAccess, path: string, query: Query): URL {
  const address = new URL(`${access.url.replace(/\/+$/, '')}/sap/opu/odata/sap/${path}`)
  const parameters = Object.entries({ ...query, 'sap-client': access.client })
  // SAP reads a plus sign literally, which URLSearchParams would write for a blank.
  address.search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return address
}

function headersOf(access: SapAccess, cookies: Map<string, string>): Record<string, string> {
  const basic = Buffer.from(`${access.user}:${access.password}`).toString('base64')
  const cookieText = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { Accept: 'application/json', Authorization: `Basic ${basic}`, ...(cookieText ? { Cookie: cookieText } : {}) }
}

function storeCookie(cookies: Map<string, string>, header: string) {
  const pair = header.split(';', 1)[0]!
  const cut = pair.indexOf('=')
  if (cut > 0) cookies.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim())
}
