import type { Middleware } from 'koa'
import type { Config } from '../platform/config.ts'

type Environment = Pick<Config, 'environment'>

/** In production the proxy in front speaks TLS; our own connection is plain. */
const isSecure = ({ environment }: Environment) => environment === 'production'

/**
 * The cookie that holds the browser's session; no script can read it. By the prefix a browser takes it only over TLS, for
 * all paths and from this very host, so that no other host of the domain can set it.
 */
export const sessionCookie = (config: Environment) => (isSecure(config) ? '__Host-bilty' : 'bilty')

/** Saves the session in the browser's cookie after sign-in and removes it after sign-out. */
export function setSessionCookie(config: Environment): Middleware {
  const [name, secure] = [sessionCookie(config), isSecure(config)]
  return async (ctx, next) => {
    await next()
    const token = (ctx.body as { accessToken?: string } | undefined)?.accessToken
    ctx.cookies.secure = secure
    const options = { httpOnly: true, sameSite: 'strict', secure, path: '/', overwrite: true } as const
    // A form of another site could sign the browser in as somebody else; it cannot send JSON.
    if (ctx.method === 'POST' && token && ctx.is('json')) ctx.cookies.set(name, token, options)
    if (ctx.method === 'DELETE') ctx.cookies.set(name, null, options)
  }
}
