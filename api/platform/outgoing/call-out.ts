import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { egressAllowed, isProduction } from '../environment.ts'
import { reachOf } from './inner-addresses.ts'

/** What is asked of another machine, and for how long and how much of an answer is waited for. */
export interface Outgoing {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | null
  /** Milliseconds until the whole answer must be there. */
  patience: number
  /** Bytes of the longest answer. */
  most?: number
}

export interface OutgoingAnswer {
  status: number
  headers: Headers
  text: string
}

/** A call that got no answer. Its cause holds the `code` of the system; it never holds an address, a header or a body. */
export class OutgoingError extends Error {
  override readonly name: 'OutgoingError' | 'TimeoutError'

  constructor(code: string, isLate = false) {
    super(isLate ? 'No answer came in time' : 'The call got no answer', { cause: { code } })
    this.name = isLate ? 'TimeoutError' : 'OutgoingError'
  }
}

/** The code of a call to a host that `EGRESS_ALLOW` would have to name, and of an answer that is too large. */
export const NOT_ALLOWED = 'EGRESS_NOT_ALLOWED'
export const TOO_LARGE = 'ANSWER_TOO_LARGE'

const MOST = 10 * 1024 * 1024
/** Milliseconds in which a connection must be open. */
const CONNECT_PATIENCE = 10_000

const unpack = promisify(gunzip)

/**
 * Calls another machine: the only way out of the portal over HTTP. The name is resolved once, and the connection goes to
 * the very address that was checked; a redirect is answered, never followed. Throws OutgoingError, named TimeoutError
 * where the time was over.
 */
export async function callOut(address: string | URL, call: Outgoing): Promise<OutgoingAnswer> {
  const url = URL.parse(String(address))
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutgoingError('ERR_INVALID_URL')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Of a number no name is looked up.
  if (isIP(host) && !isAllowed(host, url)) throw new OutgoingError(NOT_ALLOWED)
  const signal = AbortSignal.timeout(call.patience)
  try {
    const response = await responseTo(url, call, signal)
    const bytes = await bytesOf(response, call.most ?? MOST)
    return { status: response.statusCode!, headers: headersOf(response), text: new TextDecoder().decode(bytes) }
  } catch (error) {
    throw signal.aborted ? new OutgoingError('ETIMEDOUT', true) : new OutgoingError(codeOf(error))
  }
}

type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** Who resolves names: the system, or a test in its place. */
let resolver: Resolver = lookup
export function setResolver(other: Resolver | null): void {
  resolver = other ?? lookup
}
export const isResolverSet = (): boolean => resolver !== lookup

/** Whether an address may be called for a URL: inner ones outside production, or where `EGRESS_ALLOW` names the host. */
function isAllowed(address: string, url: URL): boolean {
  const reach = reachOf(address)
  if (reach === 'internet' || (reach === 'inner' && !isProduction())) return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return egressAllowed().some(host => host === url.hostname || host === `${url.hostname}:${port}`)
}

/** Resolves a name, and fails where any of its addresses may not be called. */
const checkedLookup =
  (url: URL): LookupFunction =>
  (hostname, options, done) =>
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      if (!addresses.every(({ address }) => isAllowed(address, url))) return done(withCode(NOT_ALLOWED), [])
      if (options.all) done(null, addresses)
      else done(null, addresses[0]!.address, addresses[0]!.family)
    })

// Idle connections are closed before most servers do, so that none is used that is just being closed.
const kept = { keepAlive: true, scheduling: 'lifo', timeout: 4_000 } as const
const agents = { 'http:': new PlainAgent(kept), 'https:': new TlsAgent(kept) }

function responseTo(url: URL, { method = 'GET', headers, body }: Outgoing, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:'
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (isSecure ? secureRequest : plainRequest)(url, {
      method,
      headers: { Accept: '*/*', 'Accept-Encoding': 'gzip', ...headers },
      agent: agents[isSecure ? 'https:' : 'http:'],
      lookup: checkedLookup(url),
      signal,
    })
    request.on('response', resolve).on('error', reject)
    watchConnection(request, url)
    request.end(body ?? undefined)
  })
}

/**
 * Ends a call whose connection does not open, of which the other machine got nothing, and one over a connection that was
 * kept and leads where it may no longer.
 */
function watchConnection(request: ClientRequest, url: URL) {
  request.once('socket', socket => {
    if (!socket.connecting) {
      if (!isAllowed(socket.remoteAddress ?? '', url)) request.destroy(withCode(NOT_ALLOWED))
      return
    }
    const timer = setTimeout(() => request.destroy(withCode('ETIMEDOUT')), CONNECT_PATIENCE)
    const stop = () => clearTimeout(timer)
    socket.once('connect', stop).once('close', stop)
  })
}

async function bytesOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw withCode(TOO_LARGE)
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  if (response.headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes
  return unpack(bytes, { maxOutputLength: most })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

const withCode = (code: string) => Object.assign(new Error(code), { code })

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] }
  if (code === 'ERR_BUFFER_TOO_LARGE') return TOO_LARGE
  // Of a name with several addresses each was tried.
  return code ?? errors?.find(one => one.code)?.code ?? 'UNKNOWN'
}
