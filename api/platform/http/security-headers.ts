import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Context, Middleware } from 'koa'
import helmet from 'koa-helmet'
import type { Config } from '../config.ts'

/** Security headers of every answer, errors and files included; nothing of the API is cached. */
export const securityHeaders = (config: Pick<Config, 'environment'>): Middleware => {
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // The proxy in front speaks TLS; a portal on plain loopback must not pin it.
    hsts: config.environment === 'production',
    crossOriginEmbedderPolicy: false,
  })
  const headers = headersOf(guard as unknown as Middleware)
  return async (ctx, next) => {
    if (ctx.path.startsWith('/api')) ctx.set('Cache-Control', 'no-store')
    for (const [name, value] of await headers) ctx.res.setHeader(name, value)
    await next()
  }
}

/** The headers that a guard gives to every answer alike, worked out once. */
async function headersOf(guard: Middleware): Promise<[name: string, value: string][]> {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  await guard({ req, res } as Context, async () => {})
  return res.getHeaderNames().map(name => [name, String(res.getHeader(name))])
}

const POLICY = 'Content-Security-Policy'

/** Allows this page styles with the nonce that it returns: antd writes its styles into the page at run time. */
export function allowStyles(ctx: Context): string {
  const nonce = randomBytes(16).toString('base64')
  ctx.set(POLICY, ctx.response.get(POLICY).replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
  return nonce
}
