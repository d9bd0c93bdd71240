import { callOut, type Outgoing } from '../../platform/outgoing/call-out.ts'
import { connectionError, SapError } from './sap-error.ts'

/** How the portal signs in to SAP: Basic, or OAuth 2.0 with client credentials. */
export type SapSignIn =
  | { user: string; password: string }
  | { tokenUrl: string; clientId: string; clientSecret: string; scope: string | null }

/** What goes into the Authorization header, and what happens when SAP refuses it. */
interface Authorization {
  header(): Promise<string>
  /** Drops a header that SAP refused; whether another one may be tried. */
  drop(refused: string): boolean
}

/** Seconds for which a token is kept where its answer does not say, and how long before its end it is renewed. */
const standardSeconds = 300
const marginSeconds = 60

/** The authorization of a sign-in. Tokens are kept until a minute before their end, and shared by all calls. */
export function authorizationFor(signIn: SapSignIn, timeoutMs: number): Authorization {
  if ('user' in signIn) {
    const header = basic(signIn.user, signIn.password)
    return { header: async () => header, drop: () => false }
  }
  let token: Promise<Token> | null = null
  const fetchNew = () => {
    const fetching = fetchToken(signIn, timeoutMs)
    token = fetching
    fetching.catch(() => {
      if (token === fetching) token = null
    })
    return fetching
  }
  let current: Token | null = null
  return {
    async header() {
      // Several calls may find the token too old at once: the first of them fetches it.
      if (current && performance.now() >= current.until) [token, current] = [null, null]
      current = await (token ?? fetchNew())
      return current.header
    },
    drop(refused) {
      // Another call may have renewed it meanwhile.
      if (current?.header === refused) [token, current] = [null, null]
      return true
    },
  }
}

interface Token {
  header: string
  /** On the clock of `performance`, which nobody sets. */
  until: number
}

async function fetchToken(signIn: Extract<SapSignIn, { tokenUrl: string }>, timeoutMs: number): Promise<Token> {
  const { tokenUrl, clientId, clientSecret, scope } = signIn
  const began = performance.now()
  const { status, text } = await ask(tokenUrl, timeoutMs, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: basic(encodeURIComponent(clientId), encodeURIComponent(clientSecret)),
    },
    body: `${new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })}`,
  })
  const answer = jsonOf(text)
  if (status === 400 || status === 401 || status === 403) throw refusedClient(status, answer.error)
  const accessToken = answer.access_token
  if (status !== 200 || typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) {
    const words = `The sign-in service of SAP gave no token (${status}). Check the address in SAP_TOKEN_URL.`
    throw new SapError('TECH', words, { httpStatus: status })
  }
  const seconds = Number(answer.expires_in) > 0 ? Number(answer.expires_in) : standardSeconds
  // Of a token that lives shorter than two margins, half its life.
  const kept = Math.max(seconds - marginSeconds, seconds / 2)
  return { header: `Bearer ${accessToken}`, until: began + kept * 1000 }
}

async function ask(url: string, timeoutMs: number, request: Omit<Outgoing, 'patience'>) {
  try {
    return await callOut(url, { ...request, patience: timeoutMs })
  } catch (error) {
    throw connectionError(error, { modifying: false, timeoutMs, setting: 'SAP_TOKEN_URL' })
  }
}

/** The error codes are those of RFC 6749, 5.2. */
function refusedClient(httpStatus: number, code: unknown): SapError {
  const scope = code === 'invalid_scope'
  const check = scope ? 'SAP_SCOPE' : 'SAP_CLIENT_ID and SAP_CLIENT_SECRET'
  const reason = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : ''
  return new SapError('AUTH', `The sign-in service of SAP refuses the portal${reason}. Check ${check}.`, { httpStatus })
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
