import type { Middleware } from 'koa'
import helmet from 'koa-helmet'
import type { Config } from './config.ts'

/** Security headers of every answer, errors and files included; nothing of the API is cached. */
export const securityHeaders = (config: Pick<Config, 'environment'>): Middleware => {
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
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
  return async (ctx, next) => {
    if (ctx.path.startsWith('/api')) ctx.set('Cache-Control', 'no-store')
    await guard(ctx as never, next)
  }
}
