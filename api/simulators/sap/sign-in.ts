import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'

const maxSessions = 500
const tokenSeconds = 3600
const cookie = 'SAP_SESSIONID_SIM_100'

interface AccessToken {
  status: number
  body: Record<string, unknown>
}

/**
 * Who may call the simulated SAP: Basic sign-in, or an OAuth 2 access token of the client credentials grant, which lives
 * for an hour; and the CSRF tokens of sessions. All of it is in memory, as SAP's sessions do not survive a restart.
 */
export function signIns({ user, password, clock }: { user: string; password: string; clock: () => string }) {
  const sessions = new Map<string, string>()
  const tokens = new Map<string, number>()
  const expected = `${user}:${password}`

  function isSignedIn(ctx: Context): boolean {
    const bearer = bearerOf(ctx)
    if (bearer) return (tokens.get(bearer) ?? 0) > Date.parse(clock())
    return isSame(basicOf(ctx), expected)
  }

  /** `POST /sap/oauth/token` with `grant_type=client_credentials`; the client signs in by Basic or in the form. */
  function accessToken(ctx: Context, form: Record<string, unknown>): AccessToken {
    const given = ctx.get('authorization')
      ? decoded(basicOf(ctx))
      : `${form.client_id ?? ''}:${form.client_secret ?? ''}`
    if (!isSame(given, expected)) return { status: 401, body: { error: 'invalid_client' } }
    if (form.grant_type !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    const token = randomBytes(24).toString('base64url')
    remember(tokens, token, Date.parse(clock()) + tokenSeconds * 1000)
    const scope = form.scope === undefined ? {} : { scope: form.scope }
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, ...scope } }
  }

  const hasCsrfToken = (ctx: Context) => {
    const known = sessions.get(sessionOf(ctx))
    return known !== undefined && known === ctx.get('x-csrf-token')
  }

  /** The CSRF token of the caller's session, which is opened where there is none. */
  function csrfToken(ctx: Context): string {
    const known = sessions.get(sessionOf(ctx))
    if (known) return known
    const [session, token] = [randomBytes(16).toString('hex'), randomBytes(16).toString('base64')]
    remember(sessions, session, token)
    ctx.append('Set-Cookie', `${cookie}=${session}; path=/sap; HttpOnly; SameSite=Strict`)
    return token
  }

  const endSession = (ctx: Context) => sessions.delete(sessionOf(ctx))
  const expireToken = (ctx: Context) => tokens.delete(bearerOf(ctx))

  return { isSignedIn, accessToken, hasCsrfToken, csrfToken, endSession, expireToken }
}

function remember<Value>(all: Map<string, Value>, key: string, value: Value) {
  const oldest = all.keys().next()
  if (all.size >= maxSessions && !oldest.done) all.delete(oldest.value)
  all.set(key, value)
}

const sessionOf = (ctx: Context) => ctx.cookies.get(cookie, { signed: false }) ?? ''
const bearerOf = (ctx: Context) => /^Bearer (.+)$/i.exec(ctx.get('authorization'))?.[1] ?? ''
const basicOf = (ctx: Context) =>
  Buffer.from(ctx.get('authorization').replace(/^Basic /i, ''), 'base64').toString('utf8')

/** Client credentials are encoded like a form before they go into Basic (RFC 6749, 2.3.1). */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function isSame(given: string, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
