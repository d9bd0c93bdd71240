import type { Context } from 'koa'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address in full where it is one of the shop's, which serves this simulator too: on the origin of the request, on a
 * name that the shop gave, or at this port of this machine under another name. Null for any other.
 */
export function shopAddress(address: string, ctx: Context, shops: readonly string[]): URL | null {
  // Koa's own ctx.origin is the Origin header, which the caller writes.
  const here = `${ctx.protocol}://${ctx.host}`
  if (address === '' || !URL.canParse(address, here)) return null
  const target = new URL(address, here)
  const isHere = target.protocol === 'http:' && Number(target.port || 80) === ctx.req.socket.localPort
  const isOwn = [here, ...shops].includes(target.origin) || (isHere && loopback.includes(target.hostname))
  // A path that begins with two slashes would name another host once it stands alone.
  return isOwn && !target.pathname.startsWith('//') ? target : null
}

/** The address of the very port that a request came in on. */
export function portOf(ctx: Context): string {
  const { localAddress, localPort } = ctx.req.socket
  return `http://${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
